import { shipmentStatuses, type ShipmentStatus } from '../../shared/domain/states/shipment.ts'
import { element } from '../shared/element.ts'
import { formatInteger, type Locale } from './choose-language.ts'

const mainSteps = shipmentStatuses.filter((status) => status !== 'RETURNED')
/** It is unknown which steps a returned shipment had completed. */
const returnedSteps: readonly ShipmentStatus[] = ['RECEIVED', 'RETURNED']

/** The progress bar of a parcel. */
export function progress({ locale, words }: Locale, status: ShipmentStatus) {
  const steps = status === 'RETURNED' ? returnedSteps : mainSteps
  const now = steps.indexOf(status)
  const step = (of: ShipmentStatus, n: number) =>
    element(
      'li',
      { class: n < now ? 'done' : n === now ? 'now' : 'ahead', 'aria-current': n === now && 'step' },
      element('span', {}, words.statuses[of][0]),
    )
  return element(
    'div',
    { class: status === 'RETURNED' ? 'progress back' : 'progress' },
    status !== 'RETURNED' &&
      element('p', {}, words.step(formatInteger(locale, now + 1), formatInteger(locale, steps.length))),
    element('ol', { 'aria-label': words.progress }, ...steps.map(step)),
  )
}
