import { useSignal } from '@preact/signals'
import { unwrap } from '../../../../shared/client/http/errors.ts'
import { Dialog } from '../../../design/dialog.tsx'
import { api, queries } from '../../../staff/api/client.ts'
import type { Body } from '../../../staff/api/body.ts'
import { Form } from '../../../staff/form/form.tsx'
import { common } from '../../../staff/messages/common.ts'
import { formatTime } from '../../../staff/messages/format.ts'
import { AppSecret, codeField } from '../../../staff/sign-in/app-secret.tsx'
import { messages as factor } from '../../../staff/sign-in/factor-messages.ts'
import { RecoveryCodes } from '../../../staff/sign-in/recovery-codes.tsx'
import { useAct } from '../../../staff/ui/act.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useMe } from '../../ui/me.ts'
import { messages } from './second-factor-messages.ts'
import rules from './rules.data.ts'

type Proof = Body<'post', '/api/v1/users/me/second-factor/recovery-codes'>
/** Adds an authenticator app to the user's account, or shows since when it has one, with its recovery codes and its end. */
export function SecondFactor() {
  const act = useAct()
  const since = useMe()?.second_factor_since
  const enrolment = useSignal<{ secret: string; uri: string } | undefined>(undefined)
  const recovery = useSignal<readonly string[] | undefined>(undefined)
  const asked = useSignal<'renew' | 'end' | undefined>(undefined)
  const close = () => (asked.value = undefined)
  const begin = () =>
    void act.run(() => api.POST('/api/v1/users/me/second-factor'), {
      onDone: (begun) => (enrolment.value = begun),
    })
  return (
    <section class="card stack">
      <h2>{messages.title}</h2>
      <p class="hint">{since ? messages.since(formatTime(since)) : messages.why}</p>
      <p class="row">
        {since ? (
          <>
            <button type="button" aria-haspopup="dialog" onClick={() => (asked.value = 'renew')}>
              {messages.renew}
            </button>
            <button type="button" aria-haspopup="dialog" class="danger" onClick={() => (asked.value = 'end')}>
              {messages.end}
            </button>
          </>
        ) : (
          <button type="button" aria-haspopup="dialog" aria-disabled={act.isBusy.value} onClick={begin}>
            {factor.add}
          </button>
        )}
      </p>
      {enrolment.value && (
        <Dialog title={factor.add} closeLabel={common.close} onClose={() => (enrolment.value = undefined)}>
          <AppSecret {...enrolment.value} />
          <Form
            id="second-factor"
            rules={rules}
            groups={[{ names: ['code'] }]}
            fields={codeField()}
            submit={factor.confirm}
            send={(body: Proof) => unwrap(api.POST('/api/v1/users/me/second-factor/recovery-codes', { body }))}
            onDone={({ recovery_codes }) => {
              enrolment.value = undefined
              recovery.value = recovery_codes
              void queries.invalidateQueries()
            }}
          />
        </Dialog>
      )}
      {asked.value === 'renew' && (
        <FormDialog
          title={messages.renew}
          lead={messages.renewHint}
          id="recovery-codes"
          rules={rules}
          names={['code']}
          fields={codeField()}
          submit={messages.renew}
          send={(body: Proof) => unwrap(api.POST('/api/v1/users/me/second-factor/recovery-codes', { body }))}
          onClose={close}
          onDone={({ recovery_codes }) => (recovery.value = recovery_codes)}
        />
      )}
      {asked.value === 'end' && (
        <FormDialog
          title={messages.end}
          lead={messages.endHint}
          id="end-second-factor"
          rules={rules}
          names={['code']}
          fields={codeField()}
          submit={messages.end}
          send={(body: Proof) => unwrap(api.POST('/api/v1/users/me/second-factor/end', { body }))}
          onClose={close}
        />
      )}
      {recovery.value && (
        <Dialog title={factor.recovery} closeLabel={common.close} onClose={() => (recovery.value = undefined)}>
          <RecoveryCodes codes={recovery.value} onKept={() => (recovery.value = undefined)} />
        </Dialog>
      )}
    </section>
  )
}
