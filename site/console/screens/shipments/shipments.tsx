import { Plus, Rows3, SquareKanban } from 'lucide-preact'
import { useLocation, useRoute } from 'preact-iso/router'
import { bookingRoles } from '../../../../shared/domain/kernel/roles.ts'
import { hasRole } from '../../../staff/api/session.ts'
import { NotPermitted } from '../../ui/not-permitted.tsx'
import { titles } from '../../messages/screens.ts'
import { onScreen, useChoice } from '../../shell/address.ts'
import { Board } from './board.tsx'
import { Booking } from './booking.tsx'
import { List } from './list.tsx'
import { ShipmentPanel } from './panel.tsx'
import { messages } from './messages.ts'

const address = '/console/shipments'
const viewKey = 'shipments view'
const views = [
  ['board', SquareKanban],
  ['list', Rows3],
] as const

/** Shipments as a board or a list, and the one of the address in a panel. */
export default function Shipments() {
  const { route } = useLocation()
  const { params } = useRoute()
  const [named, setView] = useChoice('view', ['board', 'list'])
  const view = named || (localStorage.getItem(viewKey) === 'list' ? 'list' : 'board')
  const choose = (one: 'board' | 'list') => {
    localStorage.setItem(viewKey, one)
    setView(one)
  }
  const close = () => route(onScreen(address))
  const open = params['id']
  return (
    <>
      <div class="head">
        <h1>{titles.shipments}</h1>
        <div class="tabs" role="group" aria-label={messages.view}>
          {views.map(([one, Icon]) => (
            <button key={one} type="button" aria-pressed={view === one} onClick={() => choose(one)}>
              <Icon size={16} aria-hidden="true" />
              <span>{messages[one]}</span>
            </button>
          ))}
        </div>
        {hasRole(bookingRoles) && (
          <a class="button primary" href={onScreen(`${address}/new`)} data-new>
            <Plus size={18} aria-hidden="true" />
            <span>{messages.create}</span>
          </a>
        )}
      </div>
      {view === 'board' ? <Board /> : <List />}
      {open === 'new' &&
        (hasRole(bookingRoles) ? (
          <Booking onClose={close} onBooked={({ id }) => route(onScreen(`${address}/${id}`), true)} />
        ) : (
          <NotPermitted onClose={close} />
        ))}
      {open && open !== 'new' && <ShipmentPanel key={open} id={open} onClose={close} />}
    </>
  )
}
