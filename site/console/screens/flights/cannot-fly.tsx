import { Tag } from '../../../design/tag.tsx'
import type { Bag } from '../../../staff/api/records.ts'
import { listed, texts } from '../../../staff/messages/language.ts'
import { needsReplacement } from '../bags/in-need.ts'

const messages = texts({
  cannotFly: [
    (couriers: string) => `Cannot fly: ${couriers}`,
    (couriers: string) => `Не может лететь: ${couriers}`,
    (couriers: string) => `ვერ მიფრინავს: ${couriers}`,
    (couriers: string) => `لا يستطيع السفر: ${couriers}`,
  ],
})

/** The couriers who cannot fly, of the bags that are on a flight and have not left. */
export const absentOn = (flight_id: string, bags: readonly Bag[]): readonly string[] => [
  ...new Set(
    bags
      .filter((bag) => bag.flight_id === flight_id && needsReplacement(bag))
      .map((bag) => bag.courier_name ?? ''),
  ),
]

/** That these couriers cannot fly; nothing if there are none. */
export const CannotFly = ({ names }: { names: readonly string[] }) =>
  names.length === 0 ? null : <Tag tone="wrong">{messages.cannotFly(listed(names))}</Tag>
