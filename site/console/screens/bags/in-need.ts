import type { BagStatus } from '../../../../shared/domain/bags/status.ts'
import { api } from '../../../staff/api/client.ts'
import { selected, useList } from '../../../staff/api/read.ts'
import { useBagOrder } from '../../../staff/bags/order.ts'
import type { Bag } from '../../../staff/api/records.ts'

/** What a bag may need of a person, with the statuses that it then has. */
const needs = {
  courier: {
    statuses: ['OPEN', 'SEALED'],
    isIn: ({ assignment_status }) => assignment_status === 'UNASSIGNED',
  },
  replacement: {
    statuses: ['OPEN', 'SEALED', 'CHECKED_IN'],
    isIn: ({ courier_no_show }) => courier_no_show,
  },
} as const satisfies Record<string, { statuses: readonly BagStatus[]; isIn: (bag: Bag) => boolean }>

export type BagNeed = keyof typeof needs
export const bagNeeds = Object.keys(needs) as BagNeed[]

/** The bags that need a courier, or another one. Without a need it reads nothing. */
export function useBagsInNeed(need: BagNeed | '') {
  const wanted: readonly BagStatus[] = need === '' ? [] : needs[need].statuses
  const listOf = (status: BagStatus) =>
    useList(
      ['bags', status, 'whole'],
      (page) => api.GET('/api/v1/bags', { params: { query: { status, limit: 200, ...page } } }),
      { isWhole: true, enabled: wanted.includes(status) },
    )
  const lists = [listOf('OPEN'), listOf('SEALED'), listOf('CHECKED_IN')]
  const ordered = useBagOrder()
  const found = selected(lists, need === '' ? () => false : needs[need].isIn)
  return { ...found, items: ordered(found.items) }
}
