import { LocationProvider } from 'preact-iso'
import { useEffect } from 'preact/hooks'
import { Toasts } from '../../design/toast.tsx'
import { queries } from '../../staff/api/client.ts'
import { finishAtProvider, providersQuery } from '../../staff/api/provider-sign-in.ts'
import { resume, user } from '../../staff/api/session.ts'
import { SignIn } from '../../staff/sign-in/sign-in.tsx'
import { needsSignIn, openQueue } from '../queue/queue.ts'
import { FeedbackScreen } from '../scan/feedback.tsx'
import { Frame } from './frame.tsx'
import { keepReads } from './reads.ts'
import { askToPersist } from './storage.ts'
import { worker } from './worker.ts'

/** The page: the tasks of the user of this phone, at once and without a connection, or the form to sign in. */
export function App() {
  useEffect(() => {
    const open = () => {
      resume()
        .then(finishAtProvider)
        .then(() => {
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
      {worker.value ? <SignedIn key={worker.value.id} id={worker.value.id} /> : <SignIn isApp />}
      <FeedbackScreen />
      <Toasts />
    </LocationProvider>
  )
}

function SignedIn({ id }: { id: string }) {
  useEffect(() => {
    const stop = keepReads(id)
    void openQueue(id)
    void askToPersist()
    return () => {
      stop()
      // No data of this user is shown to the next.
      queries.clear()
    }
  }, [])
  // The session that was renewed is this user's: what waits can go.
  const isOnline = user.value?.id === id
  useEffect(() => {
    if (isOnline && needsSignIn.value) void openQueue(id)
  }, [isOnline])
  return <Frame />
}
