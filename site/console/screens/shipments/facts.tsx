import { ExternalLink } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import type { Shipment } from '../../../staff/api/records.ts'
import { Status } from '../../../staff/ui/status.tsx'
import { formatPrice, formatTime, formatWeight } from '../../../staff/words/format.ts'
import { Route } from './card.tsx'
import { words } from './words.ts'
import { Fact } from '../../ui/facts.tsx'

/** What is known of a shipment: who gets it and who sends it, then the rest; what is not known is left out. */
export function Facts({ shipment }: { shipment: Shipment }) {
  const { tracking_id, payment_status, weight, price, created_at, reference, description } = shipment
  const facts: readonly (readonly [title: string, value: ComponentChildren])[] = [
    [words.route, <Route key="route" {...shipment} />],
    [words.weight, formatWeight(weight)],
    [
      words.price,
      <span key="price" class="row">
        {formatPrice(price)}
        <Status of="payment" status={payment_status} />
      </span>,
    ],
    [words.booked, formatTime(created_at)],
    ...(reference === null ? [] : [[words.reference, reference] as const]),
    ...(description === '' ? [] : [[words.contents, description] as const]),
    [
      words.publicPage,
      <a key="page" class="row" href={`/track/${tracking_id}`} target="_blank" rel="noopener">
        {words.open}
        <ExternalLink size={14} aria-hidden="true" />
      </a>,
    ],
  ]
  return (
    <dl class="facts shipment">
      <Party
        title={words.recipient}
        name={shipment.recipient_name}
        phone={shipment.recipient_phone}
        email={shipment.recipient_email}
        address={shipment.recipient_address}
      />
      <Party
        title={words.sender}
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
