import { ReadyShipments } from '../../staff/ready/ready.tsx'
import { isOnline } from '../app/online.ts'
import { InWarehouse } from '../app/warehouse.tsx'
import { messages } from '../messages/work.ts'

/** The shipments that have arrived here, which become ready for pickup. */
export default function Consolidate() {
  return (
    <InWarehouse>
      {(id) => (
        <>
          {!isOnline.value && <p class="note needs">{messages.offline}</p>}
          <ReadyShipments key={id} warehouse={id} />
        </>
      )}
    </InWarehouse>
  )
}
