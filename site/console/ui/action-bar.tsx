import { isPhone } from '../list/card.tsx'
import { MoreMenu } from './menu.tsx'

interface Action {
  name: string
  /** What it does, or the address it leads to. */
  act: (() => void) | string
  /** The next step; the first of them is the primary button. */
  isNext?: boolean
  /** Whether it destroys. */
  isDanger?: boolean
  isBusy?: boolean
}

/**
 * What can be done with a record, the most usual first; what is false is not offered. The next step is the primary button,
 * two more are buttons (on a phone, two in all), and the others and what destroys are in a menu.
 */
export function ActionBar({ actions }: { actions: readonly (Action | false)[] }) {
  const offered = actions.filter((action) => action !== false)
  const next = offered.find(({ isNext }) => isNext)
  const others = offered.filter((action) => action !== next)
  const secondary = others.filter(({ isDanger }) => !isDanger).slice(0, next && isPhone.value ? 1 : 2)
  const rest = others.filter((action) => !secondary.includes(action))
  if (offered.length === 0) return null
  return (
    <div class="row actions">
      {next && <ActionButton {...next} look="primary" />}
      {secondary.map((action) => (
        <ActionButton key={action.name} {...action} />
      ))}
      {rest.length > 0 && (
        <MoreMenu>
          {rest.map((action) => (
            <ActionButton key={action.name} {...action} look={action.isDanger ? 'danger' : ''} />
          ))}
        </MoreMenu>
      )}
    </div>
  )
}

const ActionButton = ({ name, act, isBusy = false, look = '' }: Action & { look?: string }) =>
  typeof act === 'string' ? (
    <a class={`button ${look}`} href={act}>
      {name}
    </a>
  ) : (
    <button type="button" class={look} aria-disabled={isBusy} onClick={act}>
      {name}
    </button>
  )
