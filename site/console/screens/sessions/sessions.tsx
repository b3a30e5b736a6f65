import { useSignal } from '@preact/signals'
import { Tag } from '../../../design/tag.tsx'
import { api } from '../../../staff/api/client.ts'
import { useList } from '../../../staff/api/read.ts'
import { signOut } from '../../../staff/api/session.ts'
import { useAct } from '../../../staff/ui/act.ts'
import { Device } from '../../ui/device.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { OwnGrants } from '../../ui/grants.tsx'
import { useMe } from '../../ui/me.ts'
import { AcceptOwnership } from '../../ui/ownership.tsx'
import { ListTable } from '../../list/list-table.tsx'
import { formatTime } from '../../../staff/messages/format.ts'
import { titles } from '../../messages/screens.ts'
import { OwnName } from './own-name.tsx'
import { ChangePassword } from './password.tsx'
import { Passkeys } from './passkeys.tsx'
import { SecondFactor } from './second-factor.tsx'
import { SignIns } from './sign-ins.tsx'
import { messages } from './messages.ts'

/** The user's own sessions. */
export default function Sessions() {
  const act = useAct()
  const me = useMe()
  const asked = useSignal<'all' | 'leave' | undefined>(undefined)
  const list = useList(['sessions'], (page) =>
    api.GET('/api/v1/users/me/sessions', { params: { query: page } }),
  )
  const end = (id: string, isCurrent: boolean) =>
    void act.run(() => api.DELETE('/api/v1/users/me/sessions/{id}', { params: { path: { id } } }), {
      done: messages.ended,
      onDone: () => isCurrent && void signOut(),
    })
  const close = () => (asked.value = undefined)
  return (
    <>
      <div class="head">
        <h1>{titles.sessions}</h1>
        <button type="button" aria-haspopup="dialog" onClick={() => (asked.value = 'all')}>
          {messages.endAll}
        </button>
        {me && !me.is_owner && (
          <button type="button" aria-haspopup="dialog" class="danger" onClick={() => (asked.value = 'leave')}>
            {messages.leave}
          </button>
        )}
      </div>
      <div class="stack">
        <p class="row">
          <span class="hint">{messages.hint}</span>
          <OwnName />
          <ChangePassword />
          <AcceptOwnership />
        </p>
        <ListTable
          list={list}
          columns={[
            { title: messages.device, cell: (session) => <Device session={session} /> },
            {
              title: messages.opened,
              cell: ({ opened_at, current }) => (
                <span class="row">
                  {formatTime(opened_at)}
                  {current && <Tag tone="done">{messages.current}</Tag>}
                </span>
              ),
            },
            { title: messages.used, cell: ({ last_used_at }) => formatTime(last_used_at) },
            { title: messages.expires, cell: ({ expires_at }) => formatTime(expires_at) },
            {
              title: messages.end,
              isTitleHidden: true,
              isNumeric: true,
              cell: ({ id, current }) => (
                <button type="button" class="plain" onClick={() => end(id, current)}>
                  {messages.end}
                </button>
              ),
            },
          ]}
          empty={<p class="hint">{messages.empty}</p>}
        />
        <SecondFactor />
        <Passkeys />
        <SignIns />
        <OwnGrants />
      </div>
      {asked.value === 'all' && (
        <Confirm
          title={messages.endAll}
          action={messages.end}
          isDanger
          onClose={close}
          onConfirm={() =>
            void act.run(() => api.DELETE('/api/v1/users/me/sessions'), { onDone: () => void signOut() })
          }
        />
      )}
      {asked.value === 'leave' && (
        <Confirm
          title={messages.leave}
          text={messages.leaveHint}
          action={messages.leave}
          isDanger
          onClose={close}
          onConfirm={() => void act.run(() => api.DELETE('/api/v1/users/me'), { onDone: () => void signOut() })}
        />
      )}
    </>
  )
}
