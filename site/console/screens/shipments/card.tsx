import type { Shipment } from '../../../staff/api/records.ts'
import { Status } from '../../../staff/ui/status.tsx'
import { common } from '../../../staff/words/common.ts'
import { formatAge, formatWeight } from '../../../staff/words/format.ts'

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

/** Origin and destination, with an arrow that points the way the language runs. */
export const Route = ({ origin, destination }: Pick<Shipment, 'origin' | 'destination'>) => (
  <span>
    <bdi>{origin || '—'}</bdi> <span class="arrow">→</span> <bdi>{destination || '—'}</bdi>
  </span>
)

/** A shipment on the board, as a link that opens it. */
export const ShipmentCard = ({ card }: { card: Card }) => (
  <a class="parcel" href={`/console/shipments/${card.id}`} data-item>
    <span class="ends hint">
      <span class="code">{card.tracking_id}</span>
      <span class="number">{formatWeight(card.weight)}</span>
    </span>
    <span class="ends">
      <strong>
        <bdi>{card.recipient_name}</bdi>
      </strong>
      {card.packages_count !== 1 && <span class="hint">{common.packages(card.packages_count)}</span>}
    </span>
    <Route {...card} />
    <span class="ends hint">
      <span>{formatAge(card.created_at)}</span>
      <Status of="payment" status={card.payment_status} />
    </span>
  </a>
)
