import { useSignal } from '@preact/signals'
import { airlineTagOf, shownTag } from '../../../shared/domain/bags/airline-tag.ts'
import type { Bag } from '../../staff/api/records.ts'
import { useTagCheck } from '../../staff/bags/tag-check.ts'
import { Form } from '../../staff/form/form.tsx'
import { showFeedback, type Feedback } from '../scan/feedback.tsx'
import type { Label } from '../scan/label.ts'
import { record } from '../scan/record.ts'
import { Scanner } from '../scan/scanner.tsx'
import rules from '../tasks/rules.data.ts'
import { messages } from '../messages/travel.ts'

/** The airline's tag has ten digits (IATA Resolution 740). */
const isTag = (tag: string) => /^\d{10}$/.test(tag)

/** Checks a bag in: scan the tag that the airline has put on it. */
export function CheckIn({ bag, onDone }: { bag: Bag; onDone: () => void }) {
  const tag = useSignal(bag.airline_tag_code ?? '')
  const check = useTagCheck()
  const formId = `check-in-${bag.id}`
  const scan = (label: Label): Promise<Feedback> => {
    const scanned = airlineTagOf(label.text)
    if (!isTag(scanned)) return Promise.resolve({ tone: 'wrong', title: messages.noTag })
    tag.value = scanned
    const title = shownTag(scanned)
    return Promise.resolve({ tone: 'done', title, name: title, detail: messages.nowCheckIn })
  }
  return (
    <div class="stack">
      <Scanner label={messages.scanTag} placeholder="" onScan={scan} />
      <Form
        key={tag.value}
        id={formId}
        rules={rules.checkIn}
        groups={[{ names: ['airline_tag_code', 'airline', 'flight_number'] }]}
        fields={{
          airline_tag_code: { label: messages.tagCode, check },
          airline: { label: messages.airline },
          flight_number: { label: messages.flightNumber },
        }}
        initial={{
          airline_tag_code: tag.value,
          airline: bag.airline ?? '',
          flight_number: bag.flight_number ?? '',
        }}
        submit={messages.checkIn}
        send={async (body) => {
          const input = body as { airline_tag_code: string; airline: string; flight_number: string }
          const feedback = await record(
            'checkIn',
            bag.label,
            { bag_id: bag.id, ...input },
            { drafts: [formId] },
          )
          // What the airline or the flight does not agree with is to be read.
          showFeedback({ ...feedback, stays: feedback.tone === 'needs' })
          if (feedback.tone === 'wrong') throw new TypeError(feedback.detail)
        }}
        onDone={onDone}
      />
    </div>
  )
}
