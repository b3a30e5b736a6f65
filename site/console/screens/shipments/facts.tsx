import { ExternalLink } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { api } from '../../../staff/api/client.ts'
import { useRead } from '../../../staff/api/read.ts'
import type { Shipment } from '../../../staff/api/records.ts'
import { formatPrice, formatTime, formatWeight } from '../../../staff/messages/format.ts'
import { routeOf } from './card.tsx'
import { messages } from './messages.ts'
import { Fact } from '../../ui/facts.tsx'
import { PaymentStatus } from './status.tsx'

/** The characters that the warnings name by their code points: `recipient_name: U+1F381 has no glyph …`. */
const unprintable = (warnings: readonly string[]) =>
  [...new Set(warnings.flatMap((warning) => warning.match(/(?<=U\+)[\dA-F]{4,6}/g) ?? []))]
    .map((code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .join(' ')

/** The facts of a shipment: recipient and sender, then the rest; unknown ones are left out. */
export function Facts({ shipment }: { shipment: Shipment }) {
  const {
    tracking_id,
    payment_status,
    weight,
    price,
    created_at,
    reference,
    description,
    return_of,
    warnings = [],
  } = shipment
  const facts: readonly (readonly [title: string, value: ComponentChildren])[] = [
    [messages.route, routeOf(shipment)],
    [messages.weight, formatWeight(weight)],
    [
      messages.price,
      <span key="price" class="row">
        {formatPrice(price)}
        <PaymentStatus price={price} payment_status={payment_status} />
      </span>,
    ],
    [messages.booked, formatTime(created_at)],
    ...(return_of === undefined
      ? []
      : [[messages.returnOf, <Returned key="return" id={return_of} />] as const]),
    ...(reference === null ? [] : [[messages.reference, reference] as const]),
    ...(description === '' ? [] : [[messages.contents, description] as const]),
    ...(warnings.length === 0 ? [] : [[messages.boxes, unprintable(warnings)] as const]),
    [
      messages.publicPage,
      <a key="page" class="row" href={`/track/${tracking_id}`} target="_blank" rel="noopener">
        {messages.open}
        <ExternalLink size={14} aria-hidden="true" />
      </a>,
    ],
  ]
  return (
    <dl class="facts shipment">
      <Party
        title={messages.recipient}
        name={shipment.recipient_name}
        phone={shipment.recipient_phone}
        email={shipment.recipient_email}
        address={shipment.recipient_address}
      />
      <Party
        title={messages.sender}
        name={shipment.sender_name}
        phone={shipment.sender_phone}
        email={shipment.sender_email}
        address={shipment.sender_address}
      />
      {facts.map(([title, value]) => (
        <Fact key={title} title={title} value={value} />
      ))}
    </dl>
  )
}

/** The shipment that a return brings back. */
function Returned({ id }: { id: string }) {
  const first = useRead(['shipment', id], () => api.GET('/api/v1/shipments/{id}', { params: { path: { id } } }))
  return (
    <a class="code" href={`/console/shipments/${id}`}>
      {first.data?.body.tracking_id ?? '…'}
    </a>
  )
}

interface PartyProps {
  title: string
  name: string
  phone: string
  email: string
  address: string
}
const Party = ({ title, name, phone, email, address }: PartyProps) => (
  <div class="party">
    <dt>{title}</dt>
    <dd>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
        <bdi>{phone}</bdi>
      </a>
      {email && (
        <a href={`mailto:${email}`}>
          <bdi>{email}</bdi>
        </a>
      )}
      {address && <bdi class="hint">{address}</bdi>}
    </dd>
  </div>
)
