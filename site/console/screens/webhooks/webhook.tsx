import { useSignal } from '@preact/signals'
import { Tag } from '../../../design/tag.tsx'
import { api } from '../../../staff/api/client.ts'
import { useAct } from '../../../staff/ui/act.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { EditDialog } from '../../ui/edit-dialog.tsx'
import { RecordPanel } from '../../ui/record-panel.tsx'
import { common } from '../../../staff/words/common.ts'
import { Deliveries } from './deliveries.tsx'
import { fields, names, tones } from './fields.ts'
import rules from './rules.built.ts'
import { words } from './words.ts'

interface WebhookPanelProps {
  id: string
  onClose: () => void
  onSecret: (secret: string) => void
}

/** A webhook with its deliveries. */
export function WebhookPanel({ id, onClose, onSecret }: WebhookPanelProps) {
  const path = { id }
  const act = useAct()
  const open = useSignal<'edit' | 'rotate' | 'delete' | undefined>(undefined)
  const close = () => (open.value = undefined)
  return (
    <RecordPanel
      of={['webhook', id]}
      get={() => api.GET('/api/v1/webhooks/{id}', { params: { path } })}
      title={({ description, url }) => description || new URL(url).hostname}
      onClose={onClose}
    >
      {(webhook, etag) => {
        const { status, disabled_reason, url } = webhook
        const header = { 'If-Match': etag }
        const set = (to: 'ENABLED' | 'DISABLED') =>
          void act.run(
            () => api.PUT('/api/v1/webhooks/{id}', { params: { path, header }, body: { status: to } }),
            { done: common.saved },
          )
        return (
          <>
            <p class="row">
              <Tag tone={tones[status] ?? 'waiting'}>{words[status]}</Tag>
              {disabled_reason && <span class="hint">{words[disabled_reason]}</span>}
              <span class="code">{url}</span>
            </p>
            <p class="row">
              <button
                type="button"
                aria-disabled={act.isBusy.value}
                onClick={() =>
                  void act.run(() => api.POST('/api/v1/webhooks/{id}/test', { params: { path } }), {
                    done: words.sent,
                  })
                }
              >
                {words.test}
              </button>
              <button type="button" onClick={() => set(status === 'DISABLED' ? 'ENABLED' : 'DISABLED')}>
                {status === 'DISABLED' ? words.enable : words.disable}
              </button>
              <button type="button" onClick={() => (open.value = 'edit')}>
                {common.edit}
              </button>
              <button type="button" onClick={() => (open.value = 'rotate')}>
                {words.rotate}
              </button>
              <button type="button" class="danger" onClick={() => (open.value = 'delete')}>
                {common.remove}
              </button>
            </p>
            <Deliveries id={id} />
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
                title={words.rotate}
                text={words.rotateHint}
                action={words.rotate}
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
                title={words.deleteQuestion}
                action={common.remove}
                isDanger
                onClose={close}
                onConfirm={() =>
                  void act.run(() => api.DELETE('/api/v1/webhooks/{id}', { params: { path } }), {
                    done: common.deleted,
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
