import { ArrowLeft, CloudOff, CloudUpload } from 'lucide-preact'
import { Route, Router, useLocation } from 'preact-iso/router'
import { useEffect } from 'preact/hooks'
import { handlingRoles } from '../../../shared/domain/kernel/roles.ts'
import { common } from '../../staff/messages/common.ts'
import { Failure } from '../../design/states.tsx'
import { useRequiredProofs } from '../../staff/hand-over/proofs.ts'
import { isRead, others, refused, waiting } from '../queue/queue.ts'
import { Queue } from '../queue/screen.tsx'
import { addressOf, tasks, type Task } from '../tasks.ts'
import { tasks as names, messages } from '../messages/work.ts'
import { Home } from './home.tsx'
import { isOnline } from './online.ts'
import { mayDo } from './worker.ts'

/** Read in advance: a hand-over asks for the required proofs without a connection too. */
function KeepProofs() {
  useRequiredProofs()
  return null
}
const NotPermitted = () => <Failure text={common.forbidden} retryLabel={common.tryAgain} />
const screenOf = ({ roles, screen }: Task) => (mayDo(roles) ? screen : NotPermitted)

/** The head with the way back and what waits, and the task of the address. */
export function Frame() {
  const { path } = useLocation()
  const task = tasks.find((one) => `${path}/`.startsWith(`${addressOf(one)}/`))
  const title = task ? names[task.name] : path === '/work/queue' ? messages.queue : 'Courier Logistics'
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <>
      <header class="bar">
        {path !== '/work' && (
          <a class="button" href="/work" aria-label={common.back}>
            <ArrowLeft size={24} aria-hidden="true" />
          </a>
        )}
        <h1>{title}</h1>
        {path !== '/work/queue' && <QueueBadge />}
      </header>
      {mayDo(handlingRoles) && <KeepProofs />}
      <main>
        <Router>
          {tasks.map((one) => (
            <Route key={one.path} path={one.path} component={screenOf(one)} />
          ))}
          <Route path="/work/queue" component={Queue} />
          <Route default component={Home} />
        </Router>
      </main>
    </>
  )
}

/** "12 waiting": the entries that are on this phone alone, those of other users too, and the refused ones. */
function QueueBadge() {
  if (!isRead.value) return null
  const [waits, wrong] = [waiting.value.length, refused.value.length]
  const Icon = isOnline.value ? CloudUpload : CloudOff
  const tone = wrong > 0 ? 'wrong' : waits + others.value > 0 ? 'needs' : 'done'
  const counts = [
    ...(wrong > 0 ? [messages.refusedCount(wrong)] : []),
    ...(waits > 0 ? [messages.waiting(waits)] : []),
    ...(others.value > 0 ? [messages.waitingOfOthers(others.value)] : []),
  ]
  const rest = isOnline.value ? messages.allSent : messages.offline
  return (
    <a class={`button badge ${tone}`} href="/work/queue">
      <Icon size={20} aria-hidden="true" />
      {counts.length > 0 ? counts.join(' · ') : rest}
    </a>
  )
}
