import type { ComponentChildren } from 'preact'
import { Tag } from '../../../design/tag.tsx'
import type { Bag } from '../../../staff/api/records.ts'
import { messages } from './messages.ts'

/** The courier of a bag or flight, as `children` or the name alone, and that they cannot fly, if that was reported. */
export const CourierOf = ({
  bag,
  children,
}: {
  bag: Pick<Bag, 'courier_name' | 'courier_no_show'>
  children?: ComponentChildren
}) => (
  <span class="row tight">
    {children ?? <bdi>{bag.courier_name ?? messages.noCourier}</bdi>}
    {bag.courier_no_show && <Tag tone="wrong">{messages.noShow}</Tag>}
  </span>
)
