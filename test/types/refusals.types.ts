import { refusals } from '../../shared/core/errors.ts'
import { notFound } from '../../shared/core/refusals.ts'

// Mistakes that must not compile; the type check fails where one does.
const refused = refusals({
  bag_full: ['conflict', 'Bag {bag} holds at most {max} packages (PUT /api/v1/bags/{id})'],
  bag_not_empty: ['conflict', 'The bag is not empty'],
})

void refused.bag_full({ bag: 'MOW-TBS-001', max: 200 })
// @ts-expect-error a param of the text is missing
void refused.bag_full({ bag: 'MOW-TBS-001' })
// @ts-expect-error the text has no such param
void refused.bag_full({ bag: 'MOW-TBS-001', max: 200, id: 'a' })
// @ts-expect-error the text has no params
void refused.bag_not_empty({ bag: 'MOW-TBS-001' })
// @ts-expect-error the table has no such reason
void refused.bag_lost
// @ts-expect-error there is no such code
refusals({ bag_lost: ['lost', 'The bag is lost'] })
// @ts-expect-error the noun has no reason
notFound('Parcel')
