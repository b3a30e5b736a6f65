import { unwrap } from '../../../../shared/client/http/errors.ts'
import { Dialog } from '../../../design/dialog.tsx'
import { toast } from '../../../design/toast.tsx'
import { api, queries } from '../../api/client.ts'
import type { Bag } from '../../api/records.ts'
import { Form } from '../../form/form.tsx'
import { common } from '../../words/common.ts'
import rules from './rules.built.ts'
import { words } from './words.ts'

/** Records that the airline has accepted the bag, with the tag it has put on. */
export function CheckIn({ bag, onClose }: { bag: Bag; onClose: () => void }) {
  return (
    <Dialog title={words.checkIn} closeLabel={common.close} onClose={onClose}>
      <Form
        id={`check-in-${bag.id}`}
        rules={rules.checkIn}
        groups={[{ names: ['airline_tag_code', 'airline', 'flight_number'] }]}
        fields={{
          airline_tag_code: { label: words.tag },
          airline: { label: words.airline },
          flight_number: { label: words.flightNumber },
        }}
        initial={{
          ...(bag.airline !== null && { airline: bag.airline }),
          ...(bag.flight_number !== null && { flight_number: bag.flight_number }),
        }}
        submit={words.checkIn}
        send={(body) =>
          unwrap(
            api.PUT('/api/v1/bags/{id}/checkin', { params: { path: { id: bag.id } }, body: body as never }),
          )
        }
        onDone={({ warnings }) => {
          toast({ text: [words.checkedIn, ...warnings].join(' · ') })
          void queries.invalidateQueries()
          onClose()
        }}
      />
    </Dialog>
  )
}
