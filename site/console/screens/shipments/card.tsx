import type { Shipment } from '../../api/records.ts'
import { Status } from '../../ui/status.tsx'
import { common } from '../../words/common.ts'
import { formatAge, formatWeight } from '../../words/format.ts'

type Card = Pick<
  Shipment,
  | 'id'
  | 'tracking_id'
  | 'recipient_name'
  | 'origin'
  | 'destination'
  | 'weight'
  | 'packages_count'
  | 'payment_status'
  | 'created_at'
>

/** Origin and destination; the arrow is mirrored with the line. */
export const Route = ({ origin, destination }: Pick<Shipment, 'origin' | 'destination'>) => (
  <span>
    <bdi>{origin || '—'}</bdi> → <bdi>{destination || '—'}</bdi>
  </span>
)

/** A shipment on the board, as a link that opens it. */
export const ShipmentCard = ({ card }: { card: Card }) => (
  <a class="parcel" href={`/console/shipments/${card.id}`} data-item>
    <strong>
      <bdi>{card.recipient_name}</bdi>
    </strong>
    <span class="code">{card.tracking_id}</span>
    <Route {...card} />
    <span class="hint">
      {formatWeight(card.weight)} · {common.packages(card.packages_count)}
    </span>
    <span class="foot">
      <Status of="payment" status={card.payment_status} />
      <span class="hint">{formatAge(card.created_at)}</span>
    </span>
  </a>
)
