import { shipmentStatuses, type ShipmentStatus } from '../../../shared/domain/states/shipment.ts'
import { formatInteger } from '../choose-language.ts'
import { locale } from '../state.ts'

const mainSteps = shipmentStatuses.filter((status) => status !== 'RETURNED')
/** It is unknown which steps a returned shipment had completed. */
const returnedSteps: readonly ShipmentStatus[] = ['RECEIVED', 'RETURNED']

/** The progress of a parcel. */
export function Steps({ status }: { status: ShipmentStatus }) {
  const { words, locale: tag } = locale.value
  const steps = status === 'RETURNED' ? returnedSteps : mainSteps
  const now = steps.indexOf(status)
  return (
    <div class="progress">
      {status !== 'RETURNED' && (
        <p class="small">{words.step(formatInteger(tag, now + 1), formatInteger(tag, steps.length))}</p>
      )}
      <ol aria-label={words.progress}>
        {steps.map((step, n) => (
          <li
            key={step}
            class={n < now ? 'past' : n === now ? 'now' : 'ahead'}
            aria-current={n === now ? 'step' : undefined}
          >
            <span>{words.statuses[step][0]}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
