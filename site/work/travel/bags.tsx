import { useRoute } from 'preact-iso/router'
import type { Bag } from '../../staff/api/records.ts'
import { Loaded } from '../../staff/ui/loaded.tsx'
import { formatWeight } from '../../staff/messages/format.ts'
import { fromTo } from '../../staff/messages/language.ts'
import { Empty } from '../../design/states.tsx'
import { messages } from '../messages/travel.ts'
import { BagScreen } from './bag.tsx'
import { BagStatus } from './bag-status.tsx'
import { useCourierId, useMyBags, useMyFlights } from './me.ts'

/** The courier's bags, and the one that is open. */
export default function Bags() {
  const { params } = useRoute()
  const courier = useCourierId()
  const bags = useMyBags(courier)
  const flights = useMyFlights(courier)
  const flightOf = ({ flight_id }: Bag) => flights.data?.body.find(({ id }) => id === flight_id)
  return (
    <Loaded query={bags}>
      {({ body }) => {
        const open = body.find(({ id }) => id === params['id'])
        if (open) return <BagScreen listed={open} flight={flightOf(open)} />
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
                  <BagStatus bag={bag} flight={flightOf(bag)} />
                </a>
              </li>
            ))}
          </ul>
        )
      }}
    </Loaded>
  )
}
