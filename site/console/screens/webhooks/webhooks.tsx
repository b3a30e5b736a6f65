import { useSignal } from '@preact/signals'
import { unwrap } from '../../../../shared/client/http/errors.ts'
import { Tag } from '../../../design/tag.tsx'
import { api } from '../../../staff/api/client.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Cut } from '../../list/cut.tsx'
import { ListScreen } from '../../list/list-screen.tsx'
import { SecretDialog } from '../../ui/secret.tsx'
import { Verification } from '../../ui/verification.tsx'
import { office } from '../../messages/office.ts'
import { formatTime } from '../../../staff/messages/format.ts'
import { titles } from '../../messages/screens.ts'
import { useChoice } from '../../shell/address.ts'
import { useFailingWebhooks, useWebhooks } from './failing.ts'
import { fields, names, tones } from './fields.ts'
import rules from './rules.data.ts'
import { WebhookPanel } from './webhook.tsx'
import { disabledReasons } from './disabled-reasons.ts'
import { messages } from './messages.ts'
import type { Body } from '../../../staff/api/body.ts'

/** The webhooks of the company. */
export default function Webhooks() {
  const secret = useSignal<string | undefined>(undefined)
  const [shown, show] = useChoice('shown', ['failing'])
  const list = useWebhooks()
  const failing = useFailingWebhooks()
  return (
    <div class="stack">
      <Verification />
      <div>
        <ListScreen
          title={titles.webhooks}
          address="/console/webhooks"
          list={shown === '' ? list : failing}
          tools={
            <select
              class="dense"
              aria-label={messages.all}
              value={shown}
              onChange={({ currentTarget }) => show(currentTarget.value as 'failing' | '')}
            >
              <option value="">{messages.all}</option>
              <option value="failing">{messages.onlyFailing}</option>
            </select>
          }
          columns={[
            { title: messages.url, cell: ({ url }) => <span class="code">{url}</span> },
            { title: messages.description, cell: ({ description }) => <Cut text={description} /> },
            {
              title: office.status,
              cell: ({ status, disabled_reason }) => (
                <Tag tone={tones[status] ?? 'waiting'}>
                  {disabled_reason ? disabledReasons[disabled_reason] : messages[status]}
                </Tag>
              ),
            },
            { title: office.created, cell: ({ created_at }) => formatTime(created_at) },
          ]}
          create={messages.create}
          empty={messages.empty}
          emptyHint={messages.emptyHint}
          panel={(id, close) => (
            <WebhookPanel key={id} id={id} onClose={close} onSecret={(one) => (secret.value = one)} />
          )}
          form={(close) => (
            <FormDialog
              isPanel
              title={messages.create}
              id="new-webhook"
              rules={rules.create}
              names={names}
              fields={fields()}
              submit={messages.create}
              send={({ types, ...body }: Body<'post', '/api/v1/webhooks'>, key) =>
                unwrap(
                  api.POST('/api/v1/webhooks', {
                    params: { header: { 'Idempotency-Key': key } },
                    body: { ...body, ...(types && types.length > 0 && { types }) },
                  }),
                )
              }
              onClose={close}
              onDone={(one) => (secret.value = one.secret)}
            />
          )}
        />
      </div>
      {secret.value !== undefined && (
        <SecretDialog
          secrets={{ [messages.secret]: secret.value }}
          onClose={() => (secret.value = undefined)}
        />
      )}
    </div>
  )
}
