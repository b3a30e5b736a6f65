import { useSignal } from '@preact/signals'
import { unwrap } from '../../../../shared/client/http/errors.ts'
import { Tag } from '../../../design/tag.tsx'
import { api } from '../../../staff/api/client.ts'
import { useList } from '../../../staff/api/read.ts'
import { useAct } from '../../../staff/ui/act.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Cut } from '../../list/cut.tsx'
import { ListScreen } from '../../list/list-screen.tsx'
import { RecordPanel } from '../../ui/record-panel.tsx'
import { SecretDialog } from '../../ui/secret.tsx'
import { Verification } from '../../ui/verification.tsx'
import { office } from '../../messages/office.ts'
import { formatTime } from '../../../staff/messages/format.ts'
import { titles } from '../../messages/screens.ts'
import rules from './rules.data.ts'
import { messages } from './messages.ts'
import type { Body } from '../../../staff/api/body.ts'

type Secrets = Record<string, string>
const secretsOf = ({ client_id, secret }: { client_id: string; secret: string }): Secrets => ({
  [messages.clientId]: client_id,
  [messages.secret]: secret,
})

/** When a key expires, or that it has. */
const Expiry = ({ at }: { at: string | null }) => {
  if (at === null) return <span>—</span>
  if (Date.parse(at) > Date.now()) return <span>{formatTime(at)}</span>
  return <Tag tone="wrong">{messages.expired(formatTime(at))}</Tag>
}

/** The API keys of the company. */
export default function Keys() {
  const secrets = useSignal<Secrets | undefined>(undefined)
  const list = useList(['keys'], (page) => api.GET('/api/v1/api-keys', { params: { query: page } }))
  return (
    <div class="stack">
      <Verification />
      <div>
        <ListScreen
          title={titles.keys}
          address="/console/keys"
          list={list}
          columns={[
            { title: messages.name, cell: ({ name }) => <Cut text={name} /> },
            { title: messages.prefix, cell: ({ prefix }) => <span class="code">{prefix}…</span> },
            {
              title: messages.lastUsed,
              cell: (key) => (key.last_used_at ? formatTime(key.last_used_at) : messages.never),
            },
            { title: messages.expires, cell: ({ expires_at }) => <Expiry at={expires_at} /> },
          ]}
          create={messages.create}
          empty={messages.empty}
          emptyHint={messages.emptyHint}
          panel={(id, close) => (
            <KeyPanel key={id} id={id} onClose={close} onSecrets={(one) => (secrets.value = one)} />
          )}
          form={(close) => (
            <FormDialog
              isPanel
              title={messages.create}
              id="new-key"
              rules={rules.create}
              names={['name', 'expires_at', 'scopes']}
              fields={{
                name: { label: messages.name },
                expires_at: { label: messages.expires },
                scopes: { label: messages.scopes },
              }}
              submit={messages.create}
              send={(body: Body<'post', '/api/v1/api-keys'>, key) =>
                unwrap(
                  api.POST('/api/v1/api-keys', {
                    params: { header: { 'Idempotency-Key': key } },
                    body,
                  }),
                )
              }
              onClose={close}
              onDone={(key) => (secrets.value = secretsOf(key))}
            />
          )}
        />
      </div>
      {secrets.value && <SecretDialog secrets={secrets.value} onClose={() => (secrets.value = undefined)} />}
    </div>
  )
}

interface KeyPanelProps {
  id: string
  onClose: () => void
  onSecrets: (secrets: Secrets) => void
}

function KeyPanel({ id, onClose, onSecrets }: KeyPanelProps) {
  const path = { id }
  const act = useAct()
  const open = useSignal<'rotate' | 'delete' | undefined>(undefined)
  const close = () => (open.value = undefined)
  return (
    <RecordPanel
      of={['key', id]}
      get={() => api.GET('/api/v1/api-keys/{id}', { params: { path } })}
      title={({ name }) => name}
      onClose={onClose}
    >
      {(key, etag) => (
        <>
          <Facts
            facts={[
              [
                messages.clientId,
                <span key="id" class="code">
                  {key.client_id}
                </span>,
              ],
              [
                messages.prefix,
                <span key="prefix" class="code">
                  {key.prefix}…
                </span>,
              ],
              [messages.lastUsed, key.last_used_at ? formatTime(key.last_used_at) : messages.never],
              [messages.expires, key.expires_at && <Expiry key="expiry" at={key.expires_at} />],
              [office.created, formatTime(key.created_at)],
            ]}
          />
          <section class="stack">
            <h3>{messages.scopes}</h3>
            <p class="row">
              {key.scopes.map((scope) => (
                <span key={scope} class="tag waiting code">
                  {scope}
                </span>
              ))}
            </p>
          </section>
          <p class="row">
            <button type="button" aria-haspopup="dialog" onClick={() => (open.value = 'rotate')}>
              {messages.rotate}
            </button>
            <button type="button" aria-haspopup="dialog" class="danger" onClick={() => (open.value = 'delete')}>
              {office.remove}
            </button>
          </p>
          {open.value === 'rotate' && (
            <FormDialog
              title={messages.rotate}
              id={`rotation-${id}`}
              rules={rules.rotate}
              names={['overlap_seconds']}
              fields={{ overlap_seconds: { label: messages.overlap } }}
              initial={{ overlap_seconds: '3600' }}
              submit={messages.rotate}
              send={(body, idempotencyKey) =>
                unwrap(
                  api.POST('/api/v1/api-keys/{id}/rotate', {
                    params: { path, header: { 'Idempotency-Key': idempotencyKey, 'If-Match': etag } },
                    body,
                  }),
                )
              }
              onClose={close}
              onDone={(one) => onSecrets(secretsOf(one))}
            />
          )}
          {open.value === 'delete' && (
            <Confirm
              title={messages.deleteQuestion}
              text={messages.deleteHint}
              action={office.remove}
              isDanger
              onClose={close}
              onConfirm={() =>
                void act.run(() => api.DELETE('/api/v1/api-keys/{id}', { params: { path } }), {
                  done: office.deleted,
                  onDone: onClose,
                })
              }
            />
          )}
        </>
      )}
    </RecordPanel>
  )
}
