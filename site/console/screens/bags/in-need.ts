import { api } from '../../../staff/api/client.ts'
import { selected, useList } from '../../../staff/api/read.ts'
import { useBagOrder } from '../../../staff/bags/order.ts'
import type { Bag } from '../../../staff/api/records.ts'

/** What a bag may need of a person. */
export const bagNeeds = ['courier', 'replacement'] as const
export type BagNeed = (typeof bagNeeds)[number]

const useWhole = (
  filter: { status: 'OPEN' | 'SEALED' | 'CHECKED_IN' } | { courier_no_show: 'true' },
  enabled: boolean,
) =>
  useList(
    ['bags', filter, 'whole'],
    (page) => api.GET('/api/v1/bags', { params: { query: { ...filter, limit: 200, ...page } } }),
    { isWhole: true, enabled },
  )

/** Whether a bag has not left, and its courier has missed its flight or cannot take it. */
export const needsReplacement = ({ courier_no_show, status }: Bag) =>
  courier_no_show && status !== 'IN_TRANSIT' && status !== 'DELIVERED'

/** The bags that have not left, and whose courier has missed their flight or cannot take it. */
export const useBagsWithNoShow = (enabled: boolean) =>
  selected([useWhole({ courier_no_show: 'true' }, enabled)], needsReplacement)

const useBagsWithoutCourier = (enabled: boolean) =>
  selected(
    [
      useWhole({ status: 'OPEN' }, enabled),
      useWhole({ status: 'SEALED' }, enabled),
      useWhole({ status: 'CHECKED_IN' }, enabled),
    ],
    ({ assignment_status }) => assignment_status === 'UNASSIGNED',
  )

/** The bags that need a courier, or another one, in order. Without a need it reads none. */
export function useBagsInNeed(need: BagNeed | '') {
  const withoutCourier = useBagsWithoutCourier(need === 'courier')
  const withNoShow = useBagsWithNoShow(need === 'replacement')
  const ordered = useBagOrder()
  const found = need === 'replacement' ? withNoShow : withoutCourier
  const items: readonly Bag[] = need === '' ? [] : found.items
  return { ...found, items: ordered(items) }
}
