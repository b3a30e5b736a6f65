import { useRoute } from 'preact-iso/router'
import { Loaded } from '../../staff/ui/loaded.tsx'
import { formatWeight } from '../../staff/messages/format.ts'
import { fromTo } from '../../staff/messages/language.ts'
import { Empty } from '../../design/states.tsx'
import { messages } from '../messages/travel.ts'
import { BagScreen } from './bag.tsx'
import { BagStatus } from '../../staff/bags/status.tsx'
import { useCourierId, useMyBags } from './me.ts'

/** The courier's bags, and the one that is open. */
export default function Bags() {
  const { params } = useRoute()
  const courier = useCourierId()
  const bags = useMyBags(courier)
  return (
    <Loaded query={bags}>
      {({ body }) => {
        const open = body.find(({ id }) => id === params['id'])
        if (open) return <BagScreen listed={open} />
        if (body.length === 0) return <Empty title={messages.noBags} />
        return (
          <ul class="entries">
            {body.map((bag) => (
              <li key={bag.id}>
                <a class="entry" href={`/work/bags/${bag.id}`}>
                  <strong>
                    <bdi>{bag.label}</bdi>
                  </strong>
                  <span>{fromTo(bag.origin, bag.destination)}</span>
                  <span>{formatWeight(bag.total_weight_kg)}</span>
                  <BagStatus bag={bag} />
                </a>
              </li>
            ))}
          </ul>
        )
      }}
    </Loaded>
  )
}
