import { Check, PackageOpen } from 'lucide-preact'
import { shipmentStatuses, type ShipmentStatus } from '../../../shared/domain/shipments/status.ts'
import { formatInteger } from '../locale.ts'
import type { Tracking } from '../api/answer.ts'
import { stepName } from '../entries.ts'
import { holdOf } from '../hold.ts'
import { locale } from '../state.ts'
import { statusMeanings } from './meaning.ts'

const mainSteps = shipmentStatuses.filter((status) => status !== 'RETURNED')
/** It is unknown which steps a returned shipment had completed. */
const returnedSteps: readonly ShipmentStatus[] = ['RECEIVED', 'RETURNED']

/** A check marks a finished step. */
const iconAhead = (step: ShipmentStatus) => (step === 'DELIVERED' ? PackageOpen : statusMeanings[step].Icon)

/** The progress of a parcel: a line of its steps, past ones checked, the one reached marked, and what comes next. */
export function Steps({ tracking }: { tracking: Tracking }) {
  const { status } = tracking
  const { messages, locale: tag } = locale.value
  const steps = status === 'RETURNED' ? returnedSteps : mainSteps
  const now = steps.indexOf(status)
  const next = steps[now + 1]
  return (
    <div class="progress">
      <ol aria-label={messages.progress}>
        {steps.map((step, n) => {
          const Icon = n < now ? Check : n > now ? iconAhead(step) : statusMeanings[step].Icon
          return (
            <li
              key={step}
              class={n < now ? 'past' : n === now ? 'now' : 'ahead'}
              aria-current={n === now ? 'step' : undefined}
            >
              <Icon size="1em" />
              <span>{stepName(locale.value, tracking, step)}</span>
            </li>
          )
        })}
      </ol>
      {next && holdOf(tracking) !== 'LOST' && (
        <p class="small">
          {messages.step(formatInteger(tag, now + 1), formatInteger(tag, steps.length))} ·{' '}
          {messages.next(messages.statuses[next][0])}
        </p>
      )}
    </div>
  )
}
