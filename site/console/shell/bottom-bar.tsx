import { Ellipsis, ScanLine } from 'lucide-preact'
import { handlingRoles } from '../../../shared/domain/kernel/roles.ts'
import { hasRole } from '../../staff/api/session.ts'
import { addressOf, screens, type Screen } from '../screens.ts'
import { titles } from '../messages/screens.ts'
import { messages } from '../messages/shell.ts'

const inBar: readonly Screen['name'][] = ['today', 'shipments', 'bags']
/** Whether a screen is in the bar at the bottom of a phone. */
export const isInBar = (name: Screen['name']) => inBar.includes(name)

interface BottomBarProps {
  current: Screen['name'] | undefined
  /** Whether the other screens are shown. */
  isOpen: boolean
  onMore: () => void
}

/** On a phone: the main screens, the phone app that scans with the camera, and a button that shows the other screens. */
export const BottomBar = ({ current, isOpen, onMore }: BottomBarProps) => (
  <nav class="bottom" aria-label={messages.menu}>
    {screens
      .filter(({ name }) => isInBar(name))
      .map(({ name, path, icon: Icon }) => (
        <a
          key={name}
          href={addressOf({ path })}
          {...(current === name && !isOpen && { 'aria-current': 'page' as const })}
        >
          <Icon size={22} aria-hidden="true" />
          <span>{titles[name]}</span>
        </a>
      ))}
    {hasRole(handlingRoles) && (
      <a href="/work">
        <ScanLine size={22} aria-hidden="true" />
        <span>{messages.scan}</span>
      </a>
    )}
    <button type="button" aria-expanded={isOpen} onClick={onMore}>
      <Ellipsis size={22} aria-hidden="true" />
      <span>{messages.more}</span>
    </button>
  </nav>
)
