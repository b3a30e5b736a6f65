import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useAct, type Result } from '../../staff/ui/act.ts'
import { isPhone } from '../list/card.tsx'
import { Confirm } from './confirm.tsx'
import { MoreMenu } from './menu.tsx'

/** A change that the user confirms before it is sent. */
interface Confirmation {
  /** The question; without one the name of the action. */
  title?: string
  /** Its consequences. */
  text?: string
  send: () => Promise<Result<unknown>>
  /** The message after success. */
  done: string
  onDone?: () => void
}

interface Action {
  name: string
  /** Its effect, or the address it leads to. */
  act?: (() => void) | string
  /** The dialog that it opens. */
  dialog?: (onClose: () => void) => JSX.Element
  confirm?: Confirmation
  /** The next step; the first of them is the primary button. */
  isNext?: boolean
  /** Whether it destroys. */
  isDanger?: boolean
  isBusy?: boolean
}

/**
 * The actions of a record, the most usual first; false ones are not offered. The next step is the primary button,
 * two more are buttons (on a phone, two in all), and the others and what destroys are in a menu.
 */
export function RecordActions({ actions }: { actions: readonly (Action | false)[] }) {
  const { run } = useAct()
  const chosen = useSignal<Action | undefined>(undefined)
  const close = () => (chosen.value = undefined)
  const offered = actions.filter((action) => action !== false)
  // Of the current record; an open dialog stays if its action is no longer offered.
  const {
    name = '',
    isDanger,
    dialog,
    confirm,
  } = offered.find((action) => action.name === chosen.value?.name) ?? chosen.value ?? {}
  return (
    <>
      <ActionBar actions={offered} choose={(action) => (chosen.value = action)} />
      {chosen.value && dialog?.(close)}
      {chosen.value && confirm && (
        <Confirm
          title={confirm.title ?? name}
          text={confirm.text}
          action={name}
          isDanger={isDanger}
          onClose={close}
          onConfirm={() => void run(confirm.send, { done: confirm.done, onDone: confirm.onDone })}
        />
      )}
    </>
  )
}

interface ActionBarProps {
  actions: readonly Action[]
  /** Called with an action that opens a dialog. */
  choose: (action: Action) => void
}

function ActionBar({ actions, choose }: ActionBarProps) {
  const next = actions.find(({ isNext }) => isNext)
  const others = actions.filter((action) => action !== next)
  const secondary = others.filter(({ isDanger }) => !isDanger).slice(0, next && isPhone.value ? 1 : 2)
  const rest = others.filter((action) => !secondary.includes(action))
  if (actions.length === 0) return null
  const button = (action: Action, look = '') => (
    <ActionButton key={action.name} {...action} choose={() => choose(action)} look={look} />
  )
  return (
    <div class="row actions">
      {next && button(next, 'primary')}
      {secondary.map((action) => button(action))}
      {rest.length > 0 && (
        <MoreMenu>{rest.map((action) => button(action, action.isDanger ? 'danger' : ''))}</MoreMenu>
      )}
    </div>
  )
}

interface ActionButtonProps extends Pick<Action, 'name' | 'act' | 'isBusy'> {
  /** Called by an action that opens a dialog. */
  choose: () => void
  look: string
}
const ActionButton = ({ name, act, isBusy = false, choose, look }: ActionButtonProps) =>
  typeof act === 'string' ? (
    <a class={`button ${look}`} href={act}>
      {name}
    </a>
  ) : (
    <button
      type="button"
      class={look}
      aria-disabled={isBusy}
      aria-haspopup={act ? undefined : 'dialog'}
      onClick={act ?? choose}
    >
      {name}
    </button>
  )
