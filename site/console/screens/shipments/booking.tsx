import { unwrap } from '../../../../shared/client/http/errors.ts'
import { api } from '../../../staff/api/client.ts'
import type { Shipment } from '../../../staff/api/records.ts'
import type { Draft } from '../../../staff/form/drafts.ts'
import type { FieldOptions } from '../../../staff/form/field.tsx'
import type { Rule, Rules } from '../../../staff/form/rules.ts'
import type { Suggestion } from '../../../staff/form/suggest.tsx'
import { numberOf } from '../../../staff/form/number.ts'
import { minKilograms } from '../../../staff/form/values.ts'
import { messages as handOver } from '../../../staff/hand-over/messages.ts'
import { useRequiredProofs } from '../../../staff/hand-over/proofs.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { common } from '../../../staff/messages/common.ts'
import { formatWeight } from '../../../staff/messages/format.ts'
import { paymentNames } from '../../messages/payments.ts'
import { useContactSuggestions } from './contact-suggestions.ts'
import { usePlaceField } from '../../../staff/places/place-field.ts'
import rules from './rules.data.ts'
import { messages } from './messages.ts'
import type { Body } from '../../../staff/api/body.ts'
import { fromTo, joined, languages, type Language } from '../../../staff/messages/language.ts'
import { messages as contactMessages } from '../contacts/messages.ts'

/** The fields of a form that books, and whether its recipient needs an e-mail address, to which codes of hand-overs are sent. */
export function useBookingFields() {
  const fields = shipmentFields()
  const needsEmail = useRequiredProofs().includes('code')
  const recipient_email = { ...fields['recipient_email'], label: messages.email, hint: handOver.codeGoesHere }
  return { needsEmail, fields: needsEmail ? { ...fields, recipient_email } : fields }
}

/** The labels of a shipment's fields. */
export const shipmentFields = (): Record<string, FieldOptions> => ({
  sender_name: { label: messages.name },
  sender_phone: { label: messages.phone, type: 'tel' },
  sender_email: { label: messages.email, type: 'email' },
  sender_address: { label: messages.address },
  origin: { label: messages.city },
  recipient_name: { label: messages.name },
  recipient_phone: { label: messages.phone, type: 'tel' },
  recipient_email: { label: messages.email, type: 'email' },
  language: { label: contactMessages.language, choiceName: (code) => languages[code as Language] },
  recipient_address: { label: messages.address },
  destination: { label: messages.city },
  weight: { label: messages.weight, unit: common.kg },
  price: { label: messages.price },
  payment_status: {
    label: messages.payment,
    choiceName: (status) => paymentNames[status as Shipment['payment_status']],
  },
  reference: { label: messages.reference },
  description: { label: messages.contents },
  packages: { label: messages.packages },
})
/** The name of a field, as the form of a booking has it, with the party that it is of; the field itself if the form has none. */
export function nameOfField(field: string): string {
  const party =
    field.startsWith('sender_') || field === 'origin'
      ? messages.sender
      : field.startsWith('recipient_') || field === 'destination'
        ? messages.recipient
        : ''
  const label = shipmentFields()[field]?.label
  return label === undefined ? field : party === '' ? label : `${party}, ${label}`
}
export const shipmentGroups = () => [
  {
    title: messages.from,
    isHalf: true,
    names: ['sender_name', 'sender_phone', 'sender_email', 'sender_address', 'origin'],
  },
  {
    title: messages.to,
    isHalf: true,
    names: [
      'recipient_name',
      'recipient_phone',
      'recipient_email',
      'language',
      'recipient_address',
      'destination',
    ],
  },
  { title: messages.parcel, names: ['weight', 'price', 'payment_status', 'reference', 'description'] },
]
/** Those of a booking, with how many packages it registers. */
const bookingGroups = () =>
  shipmentGroups().map((group) => ({
    ...group,
    names: group.names.flatMap((name) => (name === 'weight' ? [name, 'packages'] : [name])),
  }))
/** A booking here names both parties; the API also takes contacts. */
const required = ['sender_name', 'sender_phone', 'recipient_name', 'recipient_phone']
/** The rules of a form that books or adds something: both parties are named, and the weight is at least a gram. `more` is required too. */
export const bookingRulesOf = (of: Rules, more: readonly string[] = []): Rules =>
  Object.fromEntries(
    Object.entries(of).map(([name, rule]) => [
      name,
      name === 'weight'
        ? weighed(rule)
        : [...required, ...more].includes(name)
          ? { ...rule, required: true }
          : rule,
    ]),
  )
const weighed = (rule: Rule): Rule => ({ ...rule, required: true, min: minKilograms })
const bookingRules = bookingRulesOf(rules.booking)

/** The weight that was entered; undefined for what is none. */
function understood(weight: Draft[string] | undefined): string | undefined {
  const kilograms = typeof weight === 'string' ? numberOf(weight, 'kg') : undefined
  return kilograms === undefined ? undefined : formatWeight(kilograms)
}
/** "Moscow → Tbilisi · 7.4 kg", as far as it is entered. */
const summaryOf = ({ origin, destination, weight }: Draft) =>
  joined([
    typeof origin === 'string' && typeof destination === 'string' && origin !== '' && destination !== ''
      ? fromTo(origin, destination)
      : joined([origin, destination].filter((place) => typeof place === 'string')),
    understood(weight),
  ])

/** The form that books a shipment. Names are suggested from the contacts, and cities from those the service knows. */
export function Booking({
  onClose,
  onBooked,
}: {
  onClose: () => void
  onBooked: (shipment: Shipment) => void
}) {
  const contacts = useContactSuggestions()
  const place = usePlaceField()
  const { fields } = useBookingFields()
  const suggest = (name: string, suggestions: readonly Suggestion[]) => ({
    ...(fields[name] ?? { label: name }),
    suggestions,
  })
  return (
    <FormDialog
      isPanel
      title={messages.create}
      id="booking"
      rules={bookingRules}
      groups={bookingGroups()}
      initial={{ packages: '1' }}
      fields={{
        ...fields,
        sender_name: suggest('sender_name', contacts.suggestions),
        recipient_name: suggest('recipient_name', contacts.suggestions),
        origin: { label: messages.city, ...place },
        destination: { label: messages.city, ...place },
      }}
      submit={messages.book}
      onEnter={contacts.onEnter}
      summary={summaryOf}
      send={(body: Body<'post', '/api/v1/shipments'>, key) =>
        unwrap(
          api.POST('/api/v1/shipments', {
            params: { header: { 'Idempotency-Key': key } },
            body,
          }),
        )
      }
      done={({ tracking_id }) => messages.bookedAs(tracking_id)}
      onClose={onClose}
      onDone={(shipment, isOpen) => {
        if (isOpen) onBooked(shipment)
      }}
    />
  )
}
