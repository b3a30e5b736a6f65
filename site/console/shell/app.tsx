import { effect, signal, useSignal } from '@preact/signals'
import lazy, { ErrorBoundary } from 'preact-iso/lazy'
import { LocationProvider } from 'preact-iso/router'
import { useEffect } from 'preact/hooks'
import { staffRoles } from '../../../shared/domain/kernel/roles.ts'
import { Failure, Skeleton } from '../../design/states.tsx'
import { Toasts } from '../../design/toast.tsx'
import { messageOf, queries } from '../../staff/api/client.ts'
import { followChanges } from '../../staff/api/live.ts'
import { finishAtProvider, providersQuery } from '../../staff/api/provider-sign-in.ts'
import {
  account,
  endReason,
  hasRole,
  mustEnrol,
  resume,
  signOut,
  takeEnrolment,
  ticket,
  user,
} from '../../staff/api/session.ts'
import { askForCodeBy } from '../../staff/api/step-up.ts'
import { common } from '../../staff/messages/common.ts'
import { messages } from '../messages/shell.ts'
import { Frame, preloadScreen } from './frame.tsx'
import { useReviewAfterReset } from './review.ts'
import { forgetWorker } from '../../work/queue/store.ts'

// Loaded after the screen of a session, which most visits begin with.
const SignIn = lazy(() => import('../../staff/sign-in/sign-in.tsx'))
// Only users with a second factor load it, and those who have to add one.
const Code = lazy(() => import('../../staff/sign-in/code.tsx'))
const Enrol = lazy(() => import('../../staff/sign-in/enrol.tsx'))
const ProveFactor = lazy(() => import('./prove-factor.tsx'))

/** Ends the question for a code of the second factor; undefined while none is asked. */
const proven = signal<((isProven: boolean) => void) | undefined>(undefined)
askForCodeBy(() =>
  new Promise<boolean>((resolve) => (proven.value = resolve)).finally(() => (proven.value = undefined)),
)

/** Loads the forms in advance; what fails here fails again where they are shown. */
const preloadSignIn = () => void SignIn.preload().catch(() => undefined)

/** The page for phones has the same session: it would show the name of who signed out here. */
effect(() => {
  if (endReason.value === 'signedOut') void forgetWorker()
})

/** The console: the session from before a reload, that of a provider's answer, or the forms to sign in. */
export function App() {
  const state = useSignal<'resuming' | 'ready' | { error: unknown }>('resuming')
  const start = () => {
    state.value = 'resuming'
    if (account() === '') preloadSignIn()
    else preloadScreen(location.pathname)
    takeEnrolment()
    const open = async () => {
      await resume()
      await finishAtProvider()
      if (!user.value) queries.query(providersQuery).catch(() => undefined)
      state.value = 'ready'
    }
    open().catch((error: unknown) => (state.value = { error }))
  }
  useEffect(start, [])
  // The service is not reachable, but the session may still be valid.
  const error = typeof state.value === 'object' ? state.value.error : undefined
  useEffect(() => {
    if (error === undefined) return
    addEventListener('online', start)
    return () => removeEventListener('online', start)
  }, [error])
  if (error !== undefined)
    return (
      <main class="alone">
        <Failure text={messageOf(error)} retryLabel={common.tryAgain} onRetry={start} />
      </main>
    )
  if (state.value === 'resuming')
    return (
      <main class="alone">
        <Skeleton label={common.loading} />
      </main>
    )
  return (
    <LocationProvider scope="/console">
      {user.value && ticket.value === '' ? (
        <SignedIn key={user.value.email} />
      ) : (
        <ErrorBoundary>
          {ticket.value === '' ? <SignIn /> : mustEnrol.value ? <Enrol /> : <Code />}
        </ErrorBoundary>
      )}
      {proven.value && (
        <ErrorBoundary>
          <ProveFactor onDone={proven.value} />
        </ErrorBoundary>
      )}
      <Toasts />
    </LocationProvider>
  )
}

function SignedIn() {
  const isStaff = hasRole(staffRoles)
  useReviewAfterReset()
  // Without a connection, too, users can sign out.
  useEffect(preloadSignIn, [])
  useEffect(() => {
    if (!isStaff) return
    const stop = followChanges()
    return () => {
      stop()
      // No data of this user stays for the next.
      queries.clear()
    }
  }, [isStaff])
  const isCourier = hasRole(['courier'])
  useEffect(() => {
    if (isCourier) location.replace('/work')
  }, [isCourier])
  if (isStaff) return <Frame />
  return (
    <main class="alone">
      <section class="card">
        <h1>{messages.couriers}</h1>
        <p>{messages.couriersHint}</p>
        <p class="row">
          <a class="button primary" href="/work">
            {messages.openApp}
          </a>
          <button type="button" onClick={() => void signOut()}>
            {common.signOut}
          </button>
        </p>
      </section>
    </main>
  )
}
