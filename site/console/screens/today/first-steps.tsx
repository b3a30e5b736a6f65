import { Circle, CircleCheck } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { bookingRoles, managerRoles } from '../../../../shared/domain/kernel/roles.ts'
import { api } from '../../../staff/api/client.ts'
import { useRead } from '../../../staff/api/read.ts'
import { hasRole } from '../../../staff/api/session.ts'
import { useMe } from '../../ui/me.ts'
import { Verification } from '../../ui/verification.tsx'
import { AskPlace } from './company-place.tsx'
import { messages as people } from '../people/messages.ts'
import { messages } from './first-steps-messages.ts'

interface Step {
  title: string
  hint: string
  address: string
  isDone: boolean
  /** What is done right here, or comes first, in place of a button. */
  content?: ComponentChildren
}

interface FirstStepsProps {
  /** The company has no shipment. Otherwise only its place is asked. */
  isEmpty: boolean
  /** The settings, for managers, and whether they have the company's place. */
  place?: { etag: string; isKnown: boolean; isAsked: boolean; onLater: () => void } | undefined
}

/** What a new company does first, each step with its button until it is done. */
export default function FirstSteps({ isEmpty, place }: FirstStepsProps) {
  const isManager = hasRole(managerRoles)
  const users = useRead(['users', 'first'], () => api.GET('/api/v1/users'), isEmpty && isManager)
  const warehouses = useRead(['warehouses'], () => api.GET('/api/v1/warehouses'), isEmpty)
  const isVerified = useMe()?.email_verified ?? true
  const ask = place?.isAsked && !place.isKnown && <AskPlace etag={place.etag} onLater={place.onLater} />
  if (!isEmpty) return ask ? <section class="card todo first-steps">{ask}</section> : null
  const steps: readonly (Step | false | undefined)[] = [
    place && {
      title: messages.setPlace,
      hint: messages.whereIsHint,
      address: '/console/settings',
      isDone: place.isKnown,
      content: ask,
    },
    isManager && {
      title: messages.invitePeople,
      hint: messages.invitePeopleHint,
      address: '/console/people/new',
      isDone: (users.data?.body.length ?? 0) > 1,
      content: !isVerified && <First title={messages.invitePeople}>{people.verifyTitle}</First>,
    },
    isManager && {
      title: messages.addWarehouse,
      hint: messages.addWarehouseHint,
      address: '/console/warehouses/new',
      isDone: (warehouses.data?.body.length ?? 0) > 0,
    },
    hasRole(bookingRoles) && {
      title: messages.bookFirst,
      hint: messages.bookFirstHint,
      address: '/console/shipments/new',
      isDone: false,
    },
  ]
  const own = steps.filter((step): step is Step => Boolean(step))
  if (own.length === 0) return <p class="card todo first-steps hint">{messages.noShipmentsYet}</p>
  return (
    <>
      {isManager && <Verification />}
      <section class="card todo first-steps">
        <h2>{messages.firstSteps}</h2>
        <ol>
          {own.map((step) => (
            <li key={step.title} class={step.isDone ? 'ticked' : ''}>
              {step.isDone ? (
                <CircleCheck size={20} aria-label={messages.done} role="img" />
              ) : (
                <Circle size={20} aria-hidden="true" />
              )}
              {step.isDone ? <span>{step.title}</span> : step.content || <Open {...step} />}
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}

/** A step that waits for another. */
const First = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <span class="lines">
    <span>{title}</span>
    <span class="hint">{children}</span>
  </span>
)

const Open = ({ title, hint, address }: Step) => (
  <span class="lines">
    <a class="button" href={address}>
      {title}
    </a>
    <span class="hint">{hint}</span>
  </span>
)
