import { unwrap } from '../../../../shared/client/http/errors.ts'
import { api } from '../../../staff/api/client.ts'
import type { Bag } from '../../../staff/api/records.ts'
import { useTagCheck } from '../../../staff/bags/tag-check.ts'
import { draftOf } from '../../../staff/form/drafts.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import rules from './rules.data.ts'
import { checkInWarnings } from '../../../staff/messages/check-in-warnings.ts'
import { joined } from '../../../staff/messages/language.ts'
import { messages } from './messages.ts'
import type { Body } from '../../../staff/api/body.ts'

/** Records that the airline has accepted the bag, with the tag it has put on. */
export function CheckIn({ bag, onClose }: { bag: Bag; onClose: () => void }) {
  const check = useTagCheck()
  return (
    <FormDialog
      title={messages.checkIn}
      onClose={onClose}
      id={`check-in-${bag.id}`}
      rules={rules.checkIn}
      names={['airline_tag_code', 'airline', 'flight_number']}
      fields={{
        airline_tag_code: { label: messages.tag, check },
        airline: { label: messages.airline },
        flight_number: { label: messages.flightNumber },
      }}
      initial={draftOf(bag, ['airline', 'flight_number'])}
      submit={messages.checkIn}
      send={(body: Body<'put', '/api/v1/bags/{id}/checkin'>) =>
        unwrap(api.PUT('/api/v1/bags/{id}/checkin', { params: { path: { id: bag.id } }, body }))
      }
      done={({ warnings }) =>
        joined([messages.checkedIn, ...warnings.map((one) => checkInWarnings[one] ?? one)])
      }
    />
  )
}
