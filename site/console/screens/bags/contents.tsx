import { api } from '../../../staff/api/client.ts'
import { useList } from '../../../staff/api/read.ts'
import { useAct } from '../../../staff/ui/act.ts'
import { ListTable } from '../../list/list-table.tsx'
import { PackageStatus } from '../../ui/package-status.tsx'
import { ShipmentName } from '../../ui/shipment-name.tsx'
import { office } from '../../messages/office.ts'
import { formatWeight } from '../../../staff/messages/format.ts'
import { messages } from './messages.ts'

/** For how many shipments the recipients are read. */
const maxRecipients = 40

/** The packages of a bag; while it is open, one can be taken out. */
export function Contents({ id, isOpen }: { id: string; isOpen: boolean }) {
  const act = useAct()
  const list = useList(['bag', id, 'packages'], (page) =>
    api.GET('/api/v1/bags/{id}/packages', {
      params: { path: { id }, query: { limit: 200, ...page } },
    }),
  )
  const hasRecipients = new Set(list.items.map(({ shipment_id }) => shipment_id)).size <= maxRecipients
  const path = (package_id: string) => ({ params: { path: { id, package_id } } })
  const putBack = (one: string) =>
    void act.run(() => api.POST('/api/v1/bags/{id}/packages/{package_id}', path(one)), {
      done: messages.putBack,
    })
  const takeOut = (one: string) =>
    void act.run(() => api.DELETE('/api/v1/bags/{id}/packages/{package_id}', path(one)), {
      done: messages.takenOut,
      undo: () => putBack(one),
    })
  return (
    <section class="stack">
      <h3>{messages.packages}</h3>
      <ListTable
        list={list}
        address={({ shipment_id }) => `/console/shipments/${shipment_id}`}
        card={(one) => ({
          title: <span class="code">{one.qr_code}</span>,
          status: <PackageStatus {...one} />,
          lines: [
            [hasRecipients && <ShipmentName id={one.shipment_id} hasDestination />],
            [formatWeight(one.weight)],
          ],
          action: isOpen && <TakeOut onPress={() => takeOut(one.id)} />,
        })}
        columns={[
          { title: messages.label, cell: ({ qr_code }) => <span class="code">{qr_code}</span> },
          ...(hasRecipients
            ? [
                {
                  title: messages.recipient,
                  cell: ({ shipment_id }: { shipment_id: string }) => (
                    <ShipmentName id={shipment_id} hasDestination />
                  ),
                },
              ]
            : []),
          { title: messages.weight, isNumeric: true, cell: ({ weight }) => formatWeight(weight) },
          { title: office.status, cell: (one) => <PackageStatus {...one} /> },
          ...(isOpen
            ? [
                {
                  title: messages.takeOut,
                  isTitleHidden: true,
                  isNumeric: true,
                  cell: ({ id: one }: { id: string }) => <TakeOut onPress={() => takeOut(one)} />,
                },
              ]
            : []),
        ]}
        empty={<p class="hint">{messages.noPackages}</p>}
      />
    </section>
  )
}

const TakeOut = ({ onPress }: { onPress: () => void }) => (
  <button type="button" class="plain" onClick={onPress}>
    {messages.takeOut}
  </button>
)
