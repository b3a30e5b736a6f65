import { useSignal } from '@preact/signals'
import { signOut } from '../../staff/api/session.ts'
import { ChooseLanguage } from '../../staff/sign-in/choose-language.tsx'
import { wasReset, reviewAddress } from '../../staff/sign-in/password-reset.ts'
import { common } from '../../staff/messages/common.ts'
import { handlingRoles, managerRoles } from '../../../shared/domain/kernel/roles.ts'
import { addressOf, tasks } from '../tasks.ts'
import { tasks as names, messages } from '../messages/work.ts'
import { isOnline } from './online.ts'
import { hasUpdate, openUpdate } from './update.ts'
import { mayBeDeleted } from './storage.ts'
import { ChooseWarehouse } from './warehouse.tsx'
import { isSigningIn, mayDo, needsSignIn, worker } from './worker.ts'
import { waiting } from '../queue/queue.ts'

/** The tasks of the user's role, large enough for gloves. */
export function Home() {
  const offered = tasks.filter(({ roles }) => mayDo(roles))
  const isLeaving = useSignal(false)
  const leave = () => {
    if (waiting.value.length > 0 && !isLeaving.value) isLeaving.value = true
    else void signOut()
  }
  return (
    <div class="stack">
      {needsSignIn.value && isOnline.value && (
        <p class="note wrong">
          {messages.needsSignIn}
          <button type="button" onClick={() => (isSigningIn.value = true)}>
            {messages.signIn}
          </button>
        </p>
      )}
      {mayBeDeleted.value && waiting.value.length > 0 && <p class="note needs">{messages.mayBeDeleted}</p>}
      {hasUpdate.value && (
        <p class="note moving">
          {messages.update}
          <button type="button" onClick={openUpdate}>
            {messages.updateNow}
          </button>
        </p>
      )}
      {mayDo(managerRoles) && wasReset() && (
        <p class="note needs">
          {messages.reviewAccess}
          <a href={reviewAddress}>{messages.openAccess}</a>
        </p>
      )}
      {mayDo(handlingRoles) && <ChooseWarehouse />}
      {offered.length === 0 && <p class="note needs">{messages.noRole}</p>}
      <ul class="tasks">
        {offered.map(({ name, icon: Icon, ...task }) => (
          <li key={name}>
            <a href={addressOf(task)}>
              <Icon size={32} aria-hidden="true" />
              {names[name]}
            </a>
          </li>
        ))}
      </ul>
      <footer>
        <p class="hint">{worker.value?.email}</p>
        {isLeaving.value && (
          <p class="note needs">
            <strong>{messages.waiting(waiting.value.length)}</strong>
            <span>{messages.signOutWaiting}</span>
          </p>
        )}
        <ChooseLanguage />
        <button type="button" onClick={leave}>
          {common.signOut}
        </button>
      </footer>
    </div>
  )
}
