import { useSignal } from '@preact/signals'
import { api } from '../../staff/api/client.ts'
import { useRead } from '../../staff/api/read.ts'
import { Form } from '../../staff/form/form.tsx'
import { messages as handOver } from '../../staff/hand-over/messages.ts'
import { useRequiredProofs } from '../../staff/hand-over/proofs.ts'
import { languages, type Language } from '../../staff/messages/language.ts'
import { usePlaceField } from '../../staff/places/place-field.ts'
import { InWarehouse } from '../app/warehouse.tsx'
import { Label } from './label.tsx'
import type { Inputs } from '../queue/entry.ts'
import { showFeedback } from '../scan/feedback.tsx'
import { record, refusalOfEntry } from '../scan/record.ts'
import { messages } from '../messages/tasks.ts'
import { TakePhoto, usePhotos } from './photo.tsx'
import rules from './rules.data.ts'

const formId = 'receive'
/** That of e-mails about shipments which name none. */
const defaultLanguage = 'en'

/** Takes a parcel in at the counter: the phone of the recipient first, by which a contact is found. */
export default function Receive() {
  const photos = usePhotos()
  const received = useSignal<string | undefined>(undefined)
  const round = useSignal(0)
  const phone = useSignal('')
  // A read that is repeated after the field was cleared asks for the phone it was begun for.
  const typed = phone.value
  const found = useRead(
    ['contacts', typed],
    () => api.GET('/api/v1/contacts', { params: { query: { phone: typed } } }),
    typed.length > 5,
  )
  const contact = found.data?.body[0]
  const needsEmail = useRequiredProofs().includes('code')
  const place = usePlaceField()

  async function keep(body: Inputs['receive']['body'], warehouse_id: string): Promise<void> {
    const label = body.recipient_name ?? ''
    const recorded = await record('receive', label, { warehouse_id, body }, { drafts: [formId] })
    const { id } = recorded
    showFeedback(recorded)
    // The input stays.
    if (id === undefined || recorded.tone === 'wrong') throw refusalOfEntry(recorded)
    await photos.keep(label, { entry: id })
    photos.clear()
    received.value = id
  }
  return (
    <InWarehouse>
      {(warehouse_id) => (
        <>
          {received.value && <Label entry={received.value} />}
          <Form
            key={`${round.value}-${contact?.id ?? ''}`}
            id={formId}
            rules={needsEmail ? rules.receiveForCode : rules.receive}
            groups={[
              {
                title: messages.recipient,
                names: ['recipient_phone', 'recipient_name', 'recipient_email', 'language'],
              },
              { title: messages.sender, names: ['sender_phone', 'sender_name'] },
              { title: messages.parcel, names: ['weight', 'destination', 'description'] },
            ]}
            fields={{
              recipient_phone: { label: messages.recipientPhone, shortLabel: messages.phone, type: 'tel' },
              recipient_name: { label: messages.recipientName, shortLabel: messages.name },
              recipient_email: {
                label: messages.recipientEmail,
                shortLabel: messages.email,
                type: 'email',
                ...(needsEmail && { hint: handOver.codeGoesHere }),
              },
              language: { label: messages.language, choiceName: (code) => languages[code as Language] },
              sender_phone: { label: messages.senderPhone, shortLabel: messages.phone, type: 'tel' },
              sender_name: { label: messages.senderName, shortLabel: messages.name },
              weight: { label: messages.weight },
              destination: { label: messages.destination, ...place },
              description: { label: messages.description },
            }}
            initial={{
              language: contact?.language ?? defaultLanguage,
              ...(contact && {
                recipient_name: contact.name,
                recipient_phone: contact.phone,
                ...(contact.email && { recipient_email: contact.email }),
              }),
            }}
            onEnter={(name, value) => {
              if (name === 'recipient_phone' && typeof value === 'string') phone.value = value.trim()
              return undefined
            }}
            submit={messages.receive}
            send={(body: Inputs['receive']['body']) => keep(body, warehouse_id)}
            onDone={() => {
              phone.value = ''
              round.value++
            }}
          >
            <TakePhoto photos={photos} />
          </Form>
        </>
      )}
    </InWarehouse>
  )
}
