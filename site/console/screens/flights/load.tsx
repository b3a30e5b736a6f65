import type { Flight } from '../../../staff/api/records.ts'
import { formatWeight } from '../../../staff/messages/format.ts'
import { texts } from '../../../staff/messages/language.ts'

export const loadTexts = texts({
  load: ['Load', 'Загрузка', 'დატვირთვა', 'الحمولة'],
  loaded: [
    (reserved: string, max: string) => `${reserved} of ${max}`,
    (reserved: string, max: string) => `${reserved} из ${max}`,
    (reserved: string, max: string) => `${reserved} / ${max}`,
    (reserved: string, max: string) => `${reserved} من ${max}`,
  ],
  after: [
    (load: string) => `after: ${load}`,
    (load: string) => `станет: ${load}`,
    (load: string) => `შემდეგ: ${load}`,
    (load: string) => `بعدها: ${load}`,
  ],
})

interface LoadProps {
  flight: Flight
  /** The kilograms of a bag: what the load will be with it. */
  adds?: number
}
const reservedOf = ({ flight: { max_weight_kg, available_weight_kg }, adds = 0 }: LoadProps) =>
  Math.max(0, max_weight_kg - available_weight_kg + adds)
const textOf = (load: LoadProps) =>
  loadTexts.loaded(formatWeight(reservedOf(load)), formatWeight(load.flight.max_weight_kg))

/** How much of a flight's capacity is reserved, as a bar. */
export const LoadBar = (load: LoadProps) => {
  const max = load.flight.max_weight_kg
  return (
    <meter min={0} max={max} high={max * 0.9} value={reservedOf(load)} aria-label={loadTexts.load}>
      {textOf(load)}
    </meter>
  )
}
/** The bar, and the kilograms. */
export const Load = (load: LoadProps) => (
  <span class="load">
    <LoadBar {...load} />
    <span class="hint number">{load.adds === undefined ? textOf(load) : loadTexts.after(textOf(load))}</span>
  </span>
)
