import { useSignal } from '@preact/signals'
import { api } from '../../staff/api/client.ts'
import { useAct } from '../../staff/ui/act.ts'
import { messages } from '../screens/people/messages.ts'
import { Confirm } from './confirm.tsx'
import { useMe } from './me.ts'

const pass = (id: string) => api.POST('/api/v1/users/{id}/ownership', { params: { path: { id } } })

/** Offers the ownership of the company to a manager, after a question; for the owner only. */
export function OfferOwnership({ id, email }: { id: string; email: string }) {
  const act = useAct()
  const isAsked = useSignal(false)
  const me = useMe()
  if (!me?.is_owner) return null
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => (isAsked.value = true)}>
        {messages.makeOwner}
      </button>
      {isAsked.value && (
        <Confirm
          title={messages.makeOwnerTitle(email)}
          text={messages.makeOwnerHint}
          action={messages.offerOwnership}
          onClose={() => (isAsked.value = false)}
          onConfirm={() => void act.run(() => pass(id), { done: messages.ownershipOffered(email) })}
        />
      )}
    </>
  )
}

/** Accepts the ownership; for the manager to whom it is offered. */
export function AcceptOwnership() {
  const act = useAct()
  const me = useMe()
  if (!me?.is_owner_offered) return null
  return (
    <button
      type="button"
      class="primary"
      aria-disabled={act.isBusy.value}
      onClick={() => void act.run(() => pass(me.id), { done: messages.ownershipAccepted })}
    >
      {messages.acceptOwnership}
    </button>
  )
}
