import type { Case, Shipment } from '../../../staff/api/records.ts'
import { settled } from '../../../staff/hand-over/to-collect.tsx'
import { fromTo } from '../../../staff/messages/language.ts'
import { Cut } from '../../list/cut.tsx'
import { common } from '../../../staff/messages/common.ts'
import { formatTime, formatWeight } from '../../../staff/messages/format.ts'
import { onScreen } from '../../shell/address.ts'
import { CaseTags } from '../cases/of-shipments.tsx'
import { ShipmentStatus, PaymentStatus } from './status.tsx'

type Card = Pick<
  Shipment,
  | 'id'
  | 'tracking_id'
  | 'recipient_name'
  | 'origin'
  | 'destination'
  | 'weight'
  | 'price'
  | 'packages_count'
  | 'cancelled_at'
  | 'payment_status'
  | 'created_at'
>

/** Origin and destination. */
export const routeOf = ({ origin, destination }: Pick<Shipment, 'origin' | 'destination'>) =>
  fromTo(origin || '—', destination || '—')

/**
 * A shipment on the board, as a link that opens it. Its payment is shown if it is owed, its open cases, its status on a phone
 * and if it is cancelled.
 */
export const ShipmentCard = ({
  card,
  status,
  cases,
}: {
  card: Card
  status: Shipment['status']
  /** The open ones. */
  cases: readonly Case[] | undefined
}) => (
  <a class="parcel" href={onScreen(`/console/shipments/${card.id}`)} data-item>
    <span class="ends">
      <strong>
        <Cut text={card.recipient_name} />
      </strong>
      <span class={card.cancelled_at === null ? 'on-phone' : ''}>
        <ShipmentStatus {...card} status={status} />
      </span>
    </span>
    <span>{routeOf(card)}</span>
    <span class="hint code">{card.tracking_id}</span>
    <span class="ends foot hint">
      <span class="number">
        {formatWeight(card.weight)}
        {card.packages_count > 1 && ` · ${common.packages(card.packages_count)}`}
      </span>
      <time dateTime={card.created_at}>{formatTime(card.created_at)}</time>
    </span>
    {(cases || !settled.includes(card.payment_status)) && (
      <span class="row tight">
        <CaseTags cases={cases} />
        {!settled.includes(card.payment_status) && <PaymentStatus {...card} />}
      </span>
    )}
  </a>
)
