import { useSignal } from '@preact/signals'
import { unwrap } from '../../../../shared/client/http/errors.ts'
import { roles } from '../../../../shared/domain/kernel/roles.ts'
import { Tag } from '../../../design/tag.tsx'
import { api } from '../../../staff/api/client.ts'
import { useList } from '../../../staff/api/read.ts'
import { namesOf, useActiveCouriers } from '../../ui/couriers.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Cut } from '../../list/cut.tsx'
import { ListScreen } from '../../list/list-screen.tsx'
import { Verification } from '../../ui/verification.tsx'
import { keptDraft } from '../../../staff/form/drafts.ts'
import type { Entered } from '../../../staff/form/field.tsx'
import { office } from '../../messages/office.ts'
import { formatTime } from '../../../staff/messages/format.ts'
import { titles } from '../../messages/screens.ts'
import { roleNames } from '../../messages/roles.ts'
import { memberTones, personFields } from './fields.ts'
import { PersonPanel } from './person.tsx'
import rules from './rules.data.ts'
import { messages } from './messages.ts'
import type { Body } from '../../../staff/api/body.ts'

/** The people of the company, and the form that invites more. */
export default function People() {
  const couriers = namesOf(useActiveCouriers())
  // Also the choice before a reload.
  const role = useSignal<Entered>(keptDraft('invitation')['role'] ?? 'viewer')
  const list = useList(['users'], (page) => api.GET('/api/v1/users', { params: { query: page } }))
  return (
    <div class="stack">
      <Verification />
      <div>
        <ListScreen
          title={titles.people}
          address="/console/people"
          list={list}
          columns={[
            { title: messages.email, cell: ({ email }) => <Cut text={email} /> },
            { title: messages.name, cell: ({ name }) => <Cut text={name} /> },
            {
              title: messages.role,
              cell: ({ role, is_owner }) => (
                <span class="row">
                  {roleNames[role]}
                  {is_owner && <Tag tone="done">{messages.owner}</Tag>}
                </span>
              ),
            },
            {
              title: office.status,
              cell: ({ status, invitation_undeliverable }) => (
                <Tag tone={invitation_undeliverable ? 'wrong' : (memberTones[status] ?? 'waiting')}>
                  {invitation_undeliverable ? messages.undeliverable : messages[status]}
                </Tag>
              ),
            },
            {
              title: messages.factor,
              cell: ({ second_factor_since, passkeys }) =>
                [
                  ...(second_factor_since ? [formatTime(second_factor_since)] : []),
                  ...(passkeys > 0 ? [messages.passkeys(passkeys)] : []),
                ].join(' · ') || '—',
            },
            { title: office.created, cell: ({ created_at }) => formatTime(created_at) },
          ]}
          create={messages.invite}
          empty={messages.empty}
          panel={(id, close) => <PersonPanel key={id} id={id} onClose={close} />}
          form={(close) => (
            <FormDialog
              title={messages.invite}
              id="invitation"
              rules={{
                ...rules.invite,
                // The fewest rights first.
                role: { kind: 'choice', required: true, choices: roles.toReversed() },
                courier_id: {
                  kind: 'choice',
                  required: role.value === 'courier',
                  choices: [...couriers.keys()],
                },
              }}
              names={
                role.value === 'courier' ? ['email', 'name', 'role', 'courier_id'] : ['email', 'name', 'role']
              }
              onEnter={(name, value) => {
                if (name === 'role') role.value = value
                return undefined
              }}
              fields={personFields(couriers)}
              initial={{ role: 'viewer' }}
              submit={messages.invite}
              send={(body: Body<'post', '/api/v1/users'>, key) =>
                unwrap(
                  api.POST('/api/v1/users', {
                    params: { header: { 'Idempotency-Key': key } },
                    body,
                  }),
                )
              }
              done={({ email }) => messages.invited(email)}
              onClose={() => {
                role.value = keptDraft('invitation')['role'] ?? 'viewer'
                close()
              }}
            />
          )}
        />
      </div>
    </div>
  )
}
