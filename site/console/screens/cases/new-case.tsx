import { useSignal } from '@preact/signals'
import { useLocation } from 'preact-iso/router'
import { unwrap } from '../../../../shared/client/http/errors.ts'
import { Dialog } from '../../../design/dialog.tsx'
import { toast } from '../../../design/toast.tsx'
import { api, queries } from '../../../staff/api/client.ts'
import { useRead } from '../../../staff/api/read.ts'
import { Form } from '../../../staff/form/form.tsx'
import { Loaded } from '../../../staff/ui/loaded.tsx'
import { fromTo } from '../../../staff/messages/language.ts'
import { common } from '../../../staff/messages/common.ts'
import { office } from '../../messages/office.ts'
import { caseNames } from '../../../staff/messages/statuses.ts'
import { findShipments } from '../../shell/find.ts'
import { useAssigneeField } from './assignee.ts'
import rules from './rules.data.ts'
import { messages } from './messages.ts'
import type { Body } from '../../../staff/api/body.ts'

/** Opens a case: the shipment is found by its number, then its packages are chosen. */
export function NewCase({ onClose }: { onClose: () => void }) {
  const typed = useSignal('')
  const sought = useSignal('')
  const chosen = useSignal<string | undefined>(undefined)
  const found = useRead(
    ['shipments', 'found', sought.value],
    async () => ({ data: await findShipments(sought.value), response: new Response() }),
    sought.value !== '',
  )
  return (
    <Dialog panel title={messages.create} closeLabel={common.close} onClose={onClose}>
      <form
        role="search"
        class="field"
        onSubmit={(event) => {
          event.preventDefault()
          chosen.value = undefined
          sought.value = typed.value.trim()
        }}
      >
        <label for="case-shipment">{messages.shipment}</label>
        <span class="line">
          <input
            id="case-shipment"
            autocomplete="off"
            aria-describedby="case-shipment-hint"
            value={typed.value}
            onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
          />
          <button type="submit">{office.search}</button>
        </span>
        <span id="case-shipment-hint" class="hint">
          {messages.shipmentHint}
        </span>
      </form>
      {sought.value !== '' && (
        <Loaded query={found} lines={1}>
          {({ body }) =>
            body.length === 0 ? (
              <p role="status">{messages.notFound}</p>
            ) : (
              <fieldset class="options">
                <legend>{messages.choose}</legend>
                {body.map(({ address, text, to = '', detail }) => {
                  const id = address.split('/').at(-1)
                  return (
                    <label key={address} class="option">
                      <input
                        type="radio"
                        name="shipment"
                        checked={chosen.value === id || body.length === 1}
                        onChange={() => (chosen.value = id)}
                      />
                      <span class="lines">
                        <span>{fromTo(text, to)}</span>
                        <bdi>{detail}</bdi>
                      </span>
                    </label>
                  )
                })}
              </fieldset>
            )
          }
        </Loaded>
      )}
      <Packages shipmentId={chosen.value ?? onlyOf(found.data?.body)} onClose={onClose} />
    </Dialog>
  )
}

const onlyOf = (found: readonly { address: string }[] = []) =>
  found.length === 1 ? found[0]?.address.split('/').at(-1) : undefined

/** The form about packages of a shipment. */
function Packages({ shipmentId, onClose }: { shipmentId: string | undefined; onClose: () => void }) {
  const { route } = useLocation()
  const assignee = useAssigneeField()
  const packages = useRead(
    ['shipment', shipmentId, 'packages'],
    () => api.GET('/api/v1/shipments/{id}/packages', { params: { path: { id: shipmentId ?? '' } } }),
    shipmentId !== undefined,
  )
  if (shipmentId === undefined) return null
  return (
    <Loaded query={packages} lines={2}>
      {({ body }) => {
        if (body.length === 0) return <p>{messages.noPackages}</p>
        const codes = new Map(body.map(({ id, qr_code }) => [id, qr_code]))
        return (
          <Form
            key={shipmentId}
            id={`new-case-${shipmentId}`}
            rules={{
              ...rules.create,
              ...assignee.rules,
              package_ids: { kind: 'choices', required: true, choices: [...codes.keys()] },
            }}
            groups={[{ names: ['package_ids', 'kind', ...assignee.names, 'due_at', 'note'] }]}
            fields={{
              ...assignee.fields,
              package_ids: { label: messages.packages, choiceName: (id) => codes.get(id) ?? id },
              kind: { label: messages.kind, choiceName: (kind) => caseNames[kind] ?? kind },
              due_at: { label: messages.due },
              note: { label: messages.note },
            }}
            initial={{ kind: 'HOLD', package_ids: [...codes.keys()] }}
            submit={messages.create}
            send={(given: Body<'post', '/api/v1/cases'>, key) =>
              unwrap(
                api.POST('/api/v1/cases', {
                  params: { header: { 'Idempotency-Key': key } },
                  body: given,
                }),
              )
            }
            onDone={({ id }, isOpen) => {
              toast({ text: messages.opened })
              void queries.invalidateQueries()
              if (isOpen) route(`/console/cases/${id}`, true)
              else onClose()
            }}
          />
        )
      }}
    </Loaded>
  )
}
