import { api } from '../../../staff/api/client.ts'
import { useList } from '../../../staff/api/read.ts'
import type { Bag } from '../../../staff/api/records.ts'
import { Tiles } from '../../ui/tiles.tsx'
import { common } from '../../../staff/messages/common.ts'
import { formatNumber, formatWeight } from '../../../staff/messages/format.ts'
import { messages } from './messages.ts'

/** The figures of a warehouse: its bags before they fly, by its last 200, and the unloadings that go on. */
export function Figures({ id }: { id: string }) {
  const { items } = useList(['bags', 'of', id], (page) =>
    api.GET('/api/v1/bags', { params: { query: { warehouse_id: id, limit: 200, ...page } } }),
  )
  const unloadings = useList(['warehouse', id, 'unloadings', 'all'], (page) =>
    api.GET('/api/v1/warehouse/{id}/unloadings', { params: { path: { id }, query: page } }),
  )
  const having = (status: Bag['status']) => items.filter((bag) => bag.status === status)
  const packages = (bags: readonly Bag[]) => bags.reduce((sum, bag) => sum + bag.total_packages, 0)
  const counted = (bags: readonly Bag[]) => (bags.length === 0 ? undefined : common.packages(packages(bags)))
  const [open, sealed, checkedIn] = [having('OPEN'), having('SEALED'), having('CHECKED_IN')]
  const here = [...open, ...sealed]
  const weight = here.reduce((sum, bag) => sum + bag.total_weight_kg, 0)
  return (
    <Tiles
      tiles={[
        [messages.inBags, formatNumber(packages(here)), weight > 0 ? formatWeight(weight) : undefined],
        [messages.beingPacked, formatNumber(open.length), counted(open)],
        [messages.sealedBags, formatNumber(sealed.length), counted(sealed)],
        [messages.atAirline, formatNumber(checkedIn.length), counted(checkedIn)],
        [
          messages.beingUnloaded,
          formatNumber(unloadings.items.filter(({ status }) => status === 'OPEN').length),
        ],
      ]}
    />
  )
}
