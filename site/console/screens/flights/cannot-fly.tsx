import { Tag } from '../../../design/tag.tsx'
import type { Bag } from '../../../staff/api/records.ts'
import { messages } from './messages.ts'

/** The couriers of a flight who cannot fly, while bags are theirs. */
export const absentOn = (flight_id: string, bags: readonly Bag[]): readonly string[] => [
  ...new Set(
    bags
      .filter((bag) => bag.courier_no_show && bag.flight_id === flight_id)
      .map((bag) => bag.courier_name ?? ''),
  ),
]

/** That these couriers cannot fly; nothing if there are none. */
export const CannotFly = ({ names }: { names: readonly string[] }) =>
  names.length === 0 ? null : <Tag tone="wrong">{messages.cannotFly(names.join(', '))}</Tag>
