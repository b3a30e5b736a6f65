import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { unwrap } from '../../../shared/client/http/errors.ts'
import { anonymous, endReason, isSignOutPending, keepSession, signInBy } from '../api/session.ts'
import { deviceName, phoneName } from '../api/device.ts'
import { beginAt, problem } from '../api/provider-sign-in.ts'
import type { Draft } from '../form/drafts.ts'
import type { FieldOptions } from '../form/field.tsx'
import { Form } from '../form/form.tsx'
import type { Rules } from '../form/rules.ts'
import { messages } from './messages.ts'
import { ChooseLanguage } from './choose-language.tsx'
import { canUsePasskeys, signInWithPasskey } from './passkey.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import { rememberReset } from './password-reset.ts'
import rules from './rules.data.ts'

type Step = 'login' | 'register' | 'invitation' | 'forgotten' | 'reset'
interface StepForm {
  title: string
  lead?: string
  names: readonly string[]
  rules: Rules
  submit: string
  /** Returns the next step; undefined when the user is signed in. Throws CourierError. */
  send: (body: never) => Promise<Step | undefined>
}

let pending = new AbortController()
/** The signal of the next request. An earlier one is aborted: its answer, and its cookie, have no effect any more. */
function begin(): AbortSignal {
  pending.abort()
  pending = new AbortController()
  problem.value = ''
  return pending.signal
}
const session = async (send: (signal: AbortSignal) => ReturnType<Parameters<typeof signInBy>[0]>) => {
  const signal = begin()
  await signInBy(() => send(signal))
  return undefined
}
interface Login {
  email: string
  password: string
  device_name?: string
}
const logIn = (body: Login) =>
  session((signal) => unwrap(anonymous.POST('/api/v1/auth/login', { body, signal })))

const forms = (): Record<Step, StepForm> => ({
  login: {
    title: messages.signIn,
    names: ['email', 'password'],
    rules: rules.login,
    submit: messages.go,
    send: logIn,
  },
  register: {
    title: messages.register,
    lead: messages.registerHint,
    submit: messages.registerGo,
    names: ['tenant_name', 'email', 'password'],
    rules: rules.register,
    send: (body: Login & { tenant_name: string }) =>
      session((signal) => unwrap(anonymous.POST('/api/v1/auth/register', { body, signal }))),
  },
  invitation: {
    title: messages.accept,
    lead: messages.acceptHint,
    submit: messages.acceptGo,
    names: ['code', 'password'],
    rules: rules.invitation,
    send: (body: { code: string; password: string; device_name?: string }) =>
      session((signal) => unwrap(anonymous.POST('/auth/email/accept-invitation', { body, signal }))),
  },
  forgotten: {
    title: messages.forgotten,
    lead: messages.forgottenHint,
    names: ['email'],
    rules: rules.forgotten,
    submit: messages.sendCode,
    send: async (body: { email: string }) => {
      await unwrap(anonymous.POST('/auth/email/send-reset-password', { body, signal: begin() }))
      return 'reset'
    },
  },
  reset: {
    title: messages.reset,
    lead: messages.resetHint,
    names: ['email', 'code', 'new_password'],
    rules: rules.reset,
    submit: messages.setPassword,
    send: async (body: { email: string; code: string; new_password: string }) => {
      await unwrap(anonymous.POST('/auth/email/reset-password', { body, signal: begin() }))
      rememberReset()
      return logIn({ email: body.email, password: body.new_password })
    },
  },
})
const fieldsOf = (step: Step, forgotten: ComponentChildren): Record<string, FieldOptions> => ({
  email: { label: messages.email, type: 'email', autocomplete: 'username' },
  password: {
    label: messages.password,
    type: 'password',
    ...(step === 'login'
      ? { autocomplete: 'current-password', aside: forgotten }
      : { autocomplete: 'new-password' }),
  },
  new_password: { label: messages.newPassword, type: 'password', autocomplete: 'new-password' },
  code: { label: messages.code, autocomplete: 'one-time-code' },
  tenant_name: { label: messages.company, autocomplete: 'organization' },
  device_name: { label: messages.device, hint: messages.deviceHint },
})
/** The forms that take the name of the device. */
const named: readonly Step[] = ['login', 'invitation']

/** The forms of links in letters. */
const linked: Record<string, Step> = { '#/invitation': 'invitation', '#/code': 'reset' }
const reasons = () => ({
  '': '',
  ended: messages.sessionEnded,
  signedOut: isSignOutPending.value ? messages.signOutPending : messages.signedOut,
})

/**
 * The forms that open a session. After that the screen of the address opens. The phone app keeps the session, and opens no
 * companies.
 */
export default function SignIn({ isApp = false }: { isApp?: boolean }) {
  const step = useSignal<Step>(linked[location.hash] ?? 'login')
  const email = useSignal('')
  const isKept = useSignal(isApp)
  const shown = step.value
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    card.current?.querySelector<HTMLElement>('input')?.focus()
  }, [shown])
  const choose = (one: Step) => {
    begin()
    step.value = one
  }
  const { title, lead = reasons()[endReason.value], submit, send, ...form } = forms()[shown]
  // The session of a named device lasts while it is used once a month.
  const names = isApp && named.includes(shown) ? [...form.names, 'device_name'] : form.names
  const initial: Draft = {
    ...(names.includes('email') && email.value !== '' && { email: email.value }),
    ...(names.includes('device_name') && phoneName() !== '' && { device_name: phoneName() }),
  }
  const others = (['login', 'forgotten', 'register', 'invitation'] as const).filter(
    (one) => one !== shown && !(isApp && one === 'register') && !(shown === 'login' && one === 'forgotten'),
  )
  const link = (one: Step) => (
    <button type="button" class="plain" onClick={() => choose(one)}>
      {forms()[one].title}
    </button>
  )
  return (
    <main class="alone">
      <section class="card sign-in" ref={card}>
        <header>
          <span class="mark" aria-hidden="true" />
          <p class="hint">Courier Logistics</p>
          <h1>{title}</h1>
        </header>
        {lead && <p class="lead">{lead}</p>}
        <Form
          key={shown}
          id={`sign-in-${shown}`}
          groups={[{ names }]}
          {...{ initial, submit, rules: form.rules, fields: fieldsOf(shown, link('forgotten')) }}
          send={(body) => {
            email.value = typeof body['email'] === 'string' ? body['email'] : ''
            keepSession(isKept.value)
            return send(body as never)
          }}
          onDone={(next) => {
            if (next) step.value = next
            else if (location.hash in linked) history.replaceState(null, '', location.pathname)
          }}
        >
          {!isApp && (
            <label class="check">
              <input
                type="checkbox"
                checked={isKept.value}
                onChange={({ currentTarget }) => (isKept.value = currentTarget.checked)}
              />
              {messages.keep}
            </label>
          )}
        </Form>
        {['login', 'register'].includes(shown) && (
          <ProviderButtons
            begin={(provider) => {
              keepSession(isKept.value)
              return beginAt(provider, begin())
            }}
            usePasskey={
              shown === 'login' &&
              canUsePasskeys() &&
              (() => {
                keepSession(isKept.value)
                return signInWithPasskey(begin(), isApp ? deviceName() : undefined)
              })
            }
          />
        )}
        <ul class="links">
          {others.map((one) => (
            <li key={one}>{link(one)}</li>
          ))}
        </ul>
      </section>
      <ChooseLanguage />
    </main>
  )
}
