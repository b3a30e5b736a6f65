import type { Flight } from '../../../staff/api/records.ts'
import { formatWeight } from '../../../staff/words/format.ts'
import { words } from './words.ts'

/** How much of a flight's capacity is reserved, as a bar; with a bag of so many kilograms, what it will be after. */
export function Load({
  flight: { max_weight_kg, available_weight_kg },
  adds,
}: {
  flight: Flight
  adds?: number
}) {
  const reserved = Math.max(0, max_weight_kg - available_weight_kg + (adds ?? 0))
  const text = words.loaded(formatWeight(reserved), formatWeight(max_weight_kg))
  return (
    <span class="load">
      <meter min={0} max={max_weight_kg} high={max_weight_kg * 0.9} value={reserved} aria-label={words.load}>
        {text}
      </meter>
      <span class="hint number">{adds === undefined ? text : words.after(text)}</span>
    </span>
  )
}
