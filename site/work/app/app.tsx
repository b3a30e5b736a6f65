import { useSignal } from '@preact/signals'
import { LocationProvider } from 'preact-iso/router'
import { useEffect } from 'preact/hooks'
import { Toasts } from '../../design/toast.tsx'
import { queries } from '../../staff/api/client.ts'
import { finishAtProvider, providersQuery } from '../../staff/api/provider-sign-in.ts'
import { resume, user, ticket } from '../../staff/api/session.ts'
import Code from '../../staff/sign-in/code.tsx'
import SignIn from '../../staff/sign-in/sign-in.tsx'
import { closeQueue, done, openQueue, send, unlockQueue } from '../queue/queue.ts'
import { FeedbackScreen } from '../scan/feedback.tsx'
import { Frame } from './frame.tsx'
import { keepReads } from './reads.ts'
import { askToPersist } from './storage.ts'
import { isSigningIn, needsSignIn, restoreWorker, worker } from './worker.ts'

/** The page: the tasks of the user of this phone, at once and without a connection, or the form to sign in. */
export function App() {
  const isReady = useSignal(false)
  useEffect(() => {
    void restoreWorker().finally(() => (isReady.value = true))
    const open = () => {
      resume()
        .then(finishAtProvider)
        .then(() => {
          needsSignIn.value = !user.value
          if (!user.value) return queries.query(providersQuery)
        })
        .catch(() => undefined)
    }
    open()
    addEventListener('online', open)
    return () => removeEventListener('online', open)
  }, [])
  return (
    <LocationProvider scope="/work">
      {isReady.value && <Start />}
      <FeedbackScreen />
      <Toasts />
    </LocationProvider>
  )
}

const Start = () => {
  if (ticket.value !== '') return <Code />
  return worker.value && !isSigningIn.value ? (
    <SignedIn key={worker.value.id} id={worker.value.id} />
  ) : (
    <SignIn isApp />
  )
}

function SignedIn({ id }: { id: string }) {
  useEffect(() => {
    const stop = keepReads(id)
    void openQueue(id)
    void askToPersist()
    return () => {
      stop()
      closeQueue()
      // No data of this user is shown to the next.
      queries.clear()
    }
  }, [])
  // The session that was renewed is this user's: what waits can be opened, and go.
  const isOnline = user.value?.id === id
  useEffect(() => {
    if (isOnline) void unlockQueue(id).catch(send)
  }, [isOnline])
  // Entries that the service has accepted change the data.
  const sent = done.value.length
  useEffect(() => {
    if (sent > 0) void queries.invalidateQueries()
  }, [sent])
  return <Frame />
}
