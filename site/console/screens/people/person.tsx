import { useSignal } from '@preact/signals'
import { managerRoles } from '../../../../shared/domain/kernel/roles.ts'
import { Tag } from '../../../design/tag.tsx'
import { api } from '../../../staff/api/client.ts'
import { user } from '../../../staff/api/session.ts'
import { useAct } from '../../../staff/ui/act.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { namesOf, useActiveCouriers } from '../../ui/couriers.ts'
import { GrantsAfterDismissal, GrantsOf } from '../../ui/grants.tsx'
import { Facts } from '../../ui/facts.tsx'
import { EditDialog } from '../../ui/edit-dialog.tsx'
import { AcceptOwnership, OfferOwnership } from '../../ui/ownership.tsx'
import { RecordPanel } from '../../ui/record-panel.tsx'
import { office } from '../../messages/office.ts'
import { formatTime } from '../../../staff/messages/format.ts'
import { roleNames } from '../../messages/roles.ts'
import { emailFact, hasFactor, memberTones, passkeysFact, personFields } from './fields.ts'
import rules from './rules.data.ts'
import { UserSessions } from './sessions.tsx'
import { messages } from './messages.ts'

/** A user of the company: role, invitation and access. */
export function PersonPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const path = { id }
  const act = useAct()
  const couriers = namesOf(useActiveCouriers())
  const open = useSignal<'edit' | 'deactivate' | 'grants' | undefined>(undefined)
  const close = () => (open.value = undefined)
  const invite = () => api.POST('/api/v1/users/{id}/invitation', { params: { path } })
  const activate = () => api.PUT('/api/v1/users/{id}', { params: { path }, body: { is_active: true } })
  return (
    <RecordPanel
      of={['user', id]}
      get={() => api.GET('/api/v1/users/{id}', { params: { path } })}
      title={({ name, email }) => name || email}
      status={({ status, is_owner }) => (
        <>
          <Tag tone={memberTones[status] ?? 'waiting'}>{messages[status]}</Tag>
          {is_owner && <Tag tone="done">{messages.owner}</Tag>}
        </>
      )}
      onClose={onClose}
    >
      {(person, etag) => {
        const { status, role, email, email_verified, is_owner, is_owner_offered } = person
        // Those whose invitation was withdrawn never proved their address.
        const isInvited = status === 'INVITED' || (status === 'DEACTIVATED' && !email_verified)
        const [ending, endingHint] =
          status === 'INVITED'
            ? [messages.withdraw, messages.withdrawHint]
            : [messages.deactivate, messages.deactivateHint]
        const isSelf = email === user.value?.email
        const names = ['name', 'role', 'courier_id']
        const header = { 'If-Match': etag }
        return (
          <>
            {isSelf && is_owner_offered && (
              <p class="row">
                <AcceptOwnership />
              </p>
            )}
            {!isSelf && !is_owner && (
              <p class="row">
                {isInvited && (
                  <button type="button" onClick={() => void act.run(invite, { done: messages.invited(email) })}>
                    {messages.again}
                  </button>
                )}
                {(status === 'ACTIVE' || status === 'INVITED') && (
                  <>
                    <button type="button" aria-haspopup="dialog" onClick={() => (open.value = 'edit')}>
                      {office.edit}
                    </button>
                    <button
                      type="button"
                      aria-haspopup="dialog"
                      class="danger"
                      onClick={() => (open.value = 'deactivate')}
                    >
                      {ending}
                    </button>
                  </>
                )}
                {status === 'ACTIVE' && email_verified && managerRoles.includes(role) && (
                  <OfferOwnership id={id} email={email} />
                )}
                {hasFactor(person) && <RemoveApp id={id} />}
                {status === 'DEACTIVATED' && !isInvited && (
                  <button type="button" onClick={() => void act.run(activate, { done: office.saved })}>
                    {messages.activate}
                  </button>
                )}
              </p>
            )}
            <Facts
              facts={[
                emailFact(person),
                [messages.role, roleNames[role]],
                [messages.courier, person.courier_id && couriers.get(person.courier_id)],
                [messages.app, person.second_factor_since && formatTime(person.second_factor_since)],
                passkeysFact(person),
                [office.created, formatTime(person.created_at)],
              ]}
            />
            {!isSelf && status === 'ACTIVE' && <UserSessions id={id} />}
            <GrantsOf id={id} />
            {open.value === 'edit' && (
              <EditDialog
                record={person}
                etag={etag}
                id={`user-${id}`}
                rules={{
                  ...rules.change,
                  courier_id: { kind: 'choice', required: false, choices: [...couriers.keys()] },
                }}
                names={names}
                fields={personFields(couriers)}
                change={(body, etag) =>
                  api.PUT('/api/v1/users/{id}', { params: { path, header: { 'If-Match': etag } }, body })
                }
                onClose={close}
              />
            )}
            {open.value === 'deactivate' && (
              <Confirm
                title={ending}
                text={endingHint}
                action={ending}
                isDanger
                onClose={close}
                onConfirm={() =>
                  void act.run(() => api.DELETE('/api/v1/users/{id}', { params: { path, header } }), {
                    done: office.saved,
                    onDone: () => (open.value = 'grants'),
                  })
                }
              />
            )}
            {open.value === 'grants' && <GrantsAfterDismissal id={id} onClose={close} />}
          </>
        )
      }}
    </RecordPanel>
  )
}

/** Removes the authenticator app of a colleague who has lost it. */
function RemoveApp({ id }: { id: string }) {
  const act = useAct()
  const isAsked = useSignal(false)
  const close = () => (isAsked.value = false)
  return (
    <>
      <button type="button" aria-haspopup="dialog" class="danger" onClick={() => (isAsked.value = true)}>
        {messages.removeApp}
      </button>
      {isAsked.value && (
        <Confirm
          title={messages.removeApp}
          text={messages.removeAppHint}
          action={messages.removeApp}
          isDanger
          onClose={close}
          onConfirm={() =>
            void act.run(() => api.DELETE('/api/v1/users/{id}/second-factor', { params: { path: { id } } }), {
              done: office.saved,
            })
          }
        />
      )}
    </>
  )
}
