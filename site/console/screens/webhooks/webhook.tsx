import { useSignal } from '@preact/signals'
import { unwrap } from '../../../../shared/client/http/errors.ts'
import { Tag } from '../../../design/tag.tsx'
import type { Body } from '../../../staff/api/body.ts'
import { api } from '../../../staff/api/client.ts'
import { useAct } from '../../../staff/ui/act.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { EditDialog } from '../../ui/edit-dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { RecordPanel } from '../../ui/record-panel.tsx'
import { office } from '../../messages/office.ts'
import { Deliveries } from './deliveries.tsx'
import { fields, names, tones } from './fields.ts'
import rules from './rules.data.ts'
import { disabledReasons } from './disabled-reasons.ts'
import { messages } from './messages.ts'

interface WebhookPanelProps {
  id: string
  onClose: () => void
  onSecret: (secret: string) => void
}

/** A webhook with its deliveries. */
export function WebhookPanel({ id, onClose, onSecret }: WebhookPanelProps) {
  const path = { id }
  const act = useAct()
  const open = useSignal<'edit' | 'verify' | 'rotate' | 'delete' | undefined>(undefined)
  const close = () => (open.value = undefined)
  return (
    <RecordPanel
      of={['webhook', id]}
      get={() => api.GET('/api/v1/webhooks/{id}', { params: { path } })}
      title={({ description, url }) => description || new URL(url).hostname}
      onClose={onClose}
    >
      {(webhook, etag) => {
        const { status, disabled_reason, pending_reason, url } = webhook
        const header = { 'If-Match': etag }
        const set = (to: 'ENABLED' | 'DISABLED') =>
          void act.run(
            () => api.PUT('/api/v1/webhooks/{id}', { params: { path, header }, body: { status: to } }),
            { done: office.saved },
          )
        return (
          <>
            <p class="row">
              <Tag tone={tones[status] ?? 'waiting'}>{messages[status]}</Tag>
              {disabled_reason && <span class="hint">{disabledReasons[disabled_reason]}</span>}
              <span class="code">{url}</span>
            </p>
            <p class="row">
              <button
                type="button"
                aria-disabled={act.isBusy.value}
                onClick={() =>
                  void act.run(() => api.POST('/api/v1/webhooks/{id}/test', { params: { path } }), {
                    done: messages.sent,
                  })
                }
              >
                {messages.test}
              </button>
              <button type="button" onClick={() => set(status === 'DISABLED' ? 'ENABLED' : 'DISABLED')}>
                {status === 'DISABLED' ? messages.enable : messages.disable}
              </button>
              <button type="button" aria-haspopup="dialog" onClick={() => (open.value = 'edit')}>
                {office.edit}
              </button>
              <button type="button" aria-haspopup="dialog" onClick={() => (open.value = 'rotate')}>
                {messages.rotate}
              </button>
              <button
                type="button"
                aria-haspopup="dialog"
                class="danger"
                onClick={() => (open.value = 'delete')}
              >
                {office.remove}
              </button>
            </p>
            {pending_reason && (
              <section class="card stack needs">
                <p>
                  {messages[pending_reason]} {messages.confirmHint}
                </p>
                <ul>
                  <li>{messages.confirmEcho}</li>
                  <li>{messages.confirmOrigin}</li>
                  <li>{messages.confirmCode}</li>
                </ul>
                <p>
                  <button type="button" aria-haspopup="dialog" onClick={() => (open.value = 'verify')}>
                    {messages.enterCode}
                  </button>
                </p>
              </section>
            )}
            <Deliveries id={id} />
            {open.value === 'verify' && (
              <FormDialog
                title={messages.enterCode}
                lead={messages.confirmCode}
                id={`verify-webhook-${id}`}
                rules={rules.verify}
                names={['code']}
                fields={{ code: { label: messages.code } }}
                submit={messages.confirm}
                send={(body: Body<'post', '/api/v1/webhooks/{id}/verify'>, key) =>
                  unwrap(
                    api.POST('/api/v1/webhooks/{id}/verify', {
                      params: { path, header: { 'Idempotency-Key': key } },
                      body,
                    }),
                  )
                }
                onClose={close}
              />
            )}
            {open.value === 'edit' && (
              <EditDialog
                record={webhook}
                etag={etag}
                id={`webhook-${id}`}
                rules={rules.change}
                names={names}
                fields={fields()}
                change={(body, etag) =>
                  api.PUT('/api/v1/webhooks/{id}', {
                    params: { path, header: { 'If-Match': etag } },
                    body,
                  })
                }
                onClose={close}
              />
            )}
            {open.value === 'rotate' && (
              <Confirm
                title={messages.rotate}
                text={messages.rotateHint}
                action={messages.rotate}
                onClose={close}
                onConfirm={() =>
                  void act.run(() => api.POST('/api/v1/webhooks/{id}/rotate-secret', { params: { path } }), {
                    onDone: ({ secret }) => onSecret(secret),
                  })
                }
              />
            )}
            {open.value === 'delete' && (
              <Confirm
                title={messages.deleteQuestion}
                action={office.remove}
                isDanger
                onClose={close}
                onConfirm={() =>
                  void act.run(() => api.DELETE('/api/v1/webhooks/{id}', { params: { path } }), {
                    done: office.deleted,
                    onDone: onClose,
                  })
                }
              />
            )}
          </>
        )
      }}
    </RecordPanel>
  )
}
