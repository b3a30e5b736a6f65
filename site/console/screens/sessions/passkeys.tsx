import { useSignal } from '@preact/signals'
import { unwrap } from '../../../../shared/client/http/errors.ts'
import { toast } from '../../../design/toast.tsx'
import { api, messageOf, queries } from '../../../staff/api/client.ts'
import { deviceName } from '../../../staff/api/device.ts'
import { useRead } from '../../../staff/api/read.ts'
import { office } from '../../messages/office.ts'
import { formatTime } from '../../../staff/messages/format.ts'
import { canUsePasskeys, wasCancelled } from '../../../staff/sign-in/passkey.ts'
import { useAct } from '../../../staff/ui/act.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { messages } from './passkeys-messages.ts'
import rules from './passkeys.data.ts'

const path = (id: string) => ({ params: { path: { id } } })

/** Adds a passkey, which the user may rename. Throws CourierError, and what `fetch` and the browser throw. */
async function addPasskey() {
  const { ticket, public_key } = await unwrap(api.POST('/api/v1/users/me/passkeys/options'))
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(public_key)
  const answer = await navigator.credentials.create({ publicKey })
  const credential = (answer as PublicKeyCredential).toJSON() as never
  await unwrap(api.POST('/api/v1/users/me/passkeys', { body: { ticket, name: deviceName(), credential } }))
}
/** `InvalidStateError`: this authenticator has one of the user's. */
const textOf = (error: unknown) =>
  error instanceof DOMException && error.name === 'InvalidStateError' ? messages.known : messageOf(error)

/** The user's passkeys, and one more. */
export function Passkeys() {
  const act = useAct()
  const isBusy = useSignal(false)
  const asked = useSignal<{ id: string; name: string; isRemoval: boolean } | undefined>(undefined)
  const all = useRead(['passkeys'], () => api.GET('/api/v1/users/me/passkeys')).data?.body ?? []
  const one = asked.value
  const close = () => (asked.value = undefined)
  const add = () => {
    if (isBusy.value) return
    isBusy.value = true
    void addPasskey()
      .then(() => toast({ text: office.saved }))
      .catch((error: unknown) => wasCancelled(error) || toast({ text: textOf(error), isError: true }))
      .finally(() => {
        isBusy.value = false
        void queries.invalidateQueries()
      })
  }
  if (!canUsePasskeys() && all.length === 0) return null
  return (
    <section class="card stack">
      <h2>{messages.title}</h2>
      <p class="hint">{messages.why}</p>
      {all.map(({ id, name, created_at, last_used_at }) => (
        <p key={id} class="row">
          <bdi>{name}</bdi>
          <span class="hint">
            {last_used_at ? messages.used(formatTime(last_used_at)) : messages.added(formatTime(created_at))}
          </span>
          <button
            type="button"
            class="plain"
            aria-haspopup="dialog"
            onClick={() => (asked.value = { id, name, isRemoval: false })}
          >
            {messages.rename}
          </button>
          <button
            type="button"
            class="plain"
            aria-haspopup="dialog"
            onClick={() => (asked.value = { id, name, isRemoval: true })}
          >
            {messages.remove}
          </button>
        </p>
      ))}
      {canUsePasskeys() && (
        <p class="row">
          <button type="button" aria-disabled={isBusy.value} onClick={add}>
            {messages.add}
          </button>
        </p>
      )}
      {one && !one.isRemoval && (
        <FormDialog
          title={messages.rename}
          id={`passkey-${one.id}`}
          rules={rules}
          names={['name']}
          fields={{ name: { label: messages.name } }}
          initial={{ name: one.name }}
          submit={office.save}
          send={(body: { name: string }) =>
            unwrap(api.PUT('/api/v1/users/me/passkeys/{id}', { ...path(one.id), body }))
          }
          onClose={close}
        />
      )}
      {one?.isRemoval && (
        <Confirm
          title={messages.removeTitle(one.name)}
          text={messages.removeHint}
          action={messages.remove}
          isDanger
          onClose={close}
          onConfirm={() =>
            void act.run(() => api.DELETE('/api/v1/users/me/passkeys/{id}', path(one.id)), {
              done: office.saved,
            })
          }
        />
      )}
    </section>
  )
}
