import { useSignal } from '@preact/signals'
import { useLocation } from 'preact-iso/router'
import lazy from 'preact-iso/lazy'
import { handlingRoles } from '../../../../shared/domain/kernel/roles.ts'
import { bagStatuses } from '../../../../shared/domain/bags/status.ts'
import { api } from '../../../staff/api/client.ts'
import { useList } from '../../../staff/api/read.ts'
import { hasRole } from '../../../staff/api/session.ts'
import { useBagOrder } from '../../../staff/bags/order.ts'
import { messages as scan } from '../../scan/messages.ts'
import { onScreen, useAddress, useChoice } from '../../shell/address.ts'
import { MoreMenu } from '../../ui/menu.tsx'
import { Cut } from '../../list/cut.tsx'
import { ListScreen } from '../../list/list-screen.tsx'
import { fromTo } from '../../../staff/messages/language.ts'
import { common } from '../../../staff/messages/common.ts'
import { office } from '../../messages/office.ts'
import { formatAge, formatNumber, formatWeight } from '../../../staff/messages/format.ts'
import { titles } from '../../messages/screens.ts'
import { statusNames } from '../../../staff/messages/statuses.ts'
import { BagPanel } from './bag.tsx'
import { CourierOf } from './courier-of.tsx'
import { bagNeeds, useBagsInNeed } from './in-need.ts'
import { NewBag } from './new-bag.tsx'
import { messages, needNames } from './messages.ts'
import { BagStatus } from '../../../staff/bags/status.tsx'
import { BagStatusAndPlace } from './unloaded.tsx'

const address = '/console/bags'
// The code that draws QR codes is loaded when they are shown.
const CommandCards = lazy(() => import('../../scan/command-cards.tsx'))

/** The bags, and the one of the address in a panel. */
export default function Bags() {
  const { route } = useLocation()
  const [status] = useChoice('status', bagStatuses)
  const [need] = useChoice('needs', bagNeeds)
  const { set } = useAddress()
  const inNeed = useBagsInNeed(need)
  const list = useList(
    ['bags', status],
    (page) =>
      api.GET('/api/v1/bags', {
        params: {
          query: {
            ...(status !== '' && { status }),
            ...page,
          },
        },
      }),
    { enabled: need === '' },
  )
  const ordered = useBagOrder()
  const shown = need === '' ? { ...list, items: ordered(list.items) } : inNeed
  const showsCards = useSignal(false)
  return (
    <>
      <ListScreen
        title={titles.bags}
        address={address}
        list={shown}
        tools={
          <>
            <select
              class="dense"
              aria-label={messages.anyStatus}
              value={need || status}
              onChange={({ currentTarget: { value } }) => {
                const isNeed = bagNeeds.some((one) => one === value)
                set({ status: isNeed ? '' : value, needs: isNeed ? value : '' })
              }}
            >
              <option value="">{messages.anyStatus}</option>
              {bagNeeds.map((one) => (
                <option key={one} value={one}>
                  {needNames[one]}
                </option>
              ))}
              {bagStatuses.map((one) => (
                <option key={one} value={one}>
                  {statusNames.bag[one]}
                </option>
              ))}
            </select>
            {hasRole(handlingRoles) && (
              <MoreMenu>
                <button type="button" aria-haspopup="dialog" onClick={() => (showsCards.value = true)}>
                  {scan.cards}
                </button>
              </MoreMenu>
            )}
          </>
        }
        columns={[
          { title: messages.label, cell: ({ label }) => <Cut text={label} /> },
          { title: messages.route, cell: ({ origin, destination }) => fromTo(origin, destination) },
          {
            title: office.status,
            cell: (bag) => <BagStatusAndPlace bag={bag} />,
          },
          {
            title: messages.packages,
            isNumeric: true,
            cell: ({ total_packages }) => formatNumber(total_packages),
          },
          {
            title: messages.weight,
            isNumeric: true,
            cell: ({ total_weight_kg }) => formatWeight(total_weight_kg),
          },
          {
            title: messages.courier,
            cell: (bag) => (
              <CourierOf bag={bag}>
                <Cut text={bag.courier_name ?? messages.noCourier} />
              </CourierOf>
            ),
          },
          { title: messages.flight, cell: ({ flight_number }) => flight_number ?? '' },
          { title: office.created, cell: ({ created_at }) => formatAge(created_at) },
        ]}
        card={(bag) => ({
          title: bag.label,
          status: <BagStatus bag={bag} />,
          lines: [
            [fromTo(bag.origin, bag.destination), bag.flight_number],
            [
              common.packages(bag.total_packages),
              formatWeight(bag.total_weight_kg),
              <CourierOf key="courier" bag={bag} />,
            ],
          ],
        })}
        create={hasRole(handlingRoles) && messages.create}
        empty={messages.empty}
        emptyHint={messages.emptyHint}
        panel={(id, close) => <BagPanel key={id} id={id} onClose={close} />}
        form={(close) => (
          <NewBag onClose={close} onOpened={(id) => route(onScreen(`${address}/${id}`), true)} />
        )}
      />
      {showsCards.value && <CommandCards onClose={() => (showsCards.value = false)} />}
    </>
  )
}
