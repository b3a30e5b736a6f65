import { element } from '../shared/element.ts'
import type { Name } from './form/field.ts'
import { requestForm, type Form } from './form/form.ts'
import rules, { type Rule } from './form/rules.built.ts'
import { RequestError, send } from './api/request.ts'
import { signIn } from './api/session.ts'
import { words } from './ui/words.ts'

type Body = Partial<Record<Name, string | undefined>>
interface SignInForm {
  title: string
  lead?: string
  names: Name[]
  rules: Record<string, Rule>
  fieldAttributes?: Form<unknown>['fieldAttributes']
  submitLabel: string
  /** Sends the form; returns the next step, nothing if the user is signed in. Throws RequestError. */
  request: (body: Body) => Promise<SignInForm | undefined>
  /** Prefilled values. */
  prefilled?: Body
}
const signInWith = (key: string) => async (body: Body) => {
  await signIn(key, body)
  return undefined
}
const login = signInWith('POST /api/v1/auth/login')

const codeAddress = '#/code'
/** The sign-in forms by URL fragment. Another fragment opens after signing in. */
const forms: Record<string, SignInForm> = {
  '#/': {
    ...{ title: words.signIn, names: ['email', 'password'], rules: rules.login, submitLabel: words.go },
    fieldAttributes: { password: { autocomplete: 'current-password' } },
    request: (body) =>
      login(body).catch((error: unknown) => {
        const wrong = error instanceof RequestError && error.status === 401
        throw wrong ? new RequestError(401, words.wrongCredentials) : error
      }),
  },
  '#/register': {
    ...{ title: words.register, lead: words.registerHint, submitLabel: words.registerGo },
    ...{ names: ['tenant_name', 'email', 'password'], rules: rules.registration },
    request: signInWith('POST /api/v1/auth/register'),
  },
  '#/invitation': {
    ...{ title: words.accept, lead: words.acceptHint, submitLabel: words.acceptGo },
    ...{ names: ['code', 'password'], rules: rules.acceptance },
    request: signInWith('POST /auth/email/accept-invitation'),
  },
  '#/reset': {
    ...{ title: words.reset, lead: words.resetHint, submitLabel: words.sendCode },
    ...{ names: ['email'], rules: rules.mailbox },
    request: async (body) => {
      const response = await send('POST /auth/email/send-reset-password', { body })
      const { message } = (await response.json()) as { message: string }
      return { ...(forms[codeAddress] as SignInForm), lead: message, prefilled: body }
    },
  },
  [codeAddress]: {
    ...{ title: words.enterCode, lead: words.enterCodeHint, submitLabel: words.setPassword },
    ...{ names: ['email', 'code', 'new_password'], rules: rules.reset },
    request: async (body) => {
      await send('POST /auth/email/reset-password', { body })
      return login({ email: body.email, password: body.new_password })
    },
  },
}

/** The sign-in forms, with the reason why they are shown. `onSignedIn` is called after signing in. */
export function signInForms(reason: string, onSignedIn: () => void) {
  const card = element('section', { class: 'card sign-in' })

  let lastShown = 0
  function show({
    title,
    lead = reason,
    names,
    rules,
    fieldAttributes = {},
    submitLabel,
    request,
    prefilled = {},
  }: SignInForm): void {
    const shownNumber = ++lastShown
    // The user may have chosen another form before the response arrived.
    const next = (nextForm: SignInForm | undefined) => {
      if (!nextForm) enter()
      else if (shownNumber === lastShown) {
        history.replaceState(null, '', codeAddress)
        show(nextForm)
      }
    }
    const { form, input } = requestForm(
      {
        id: 'who',
        rules,
        fieldAttributes,
        groups: [{ names }],
        submitLabel,
        request: ({ body }) => request(body as Body),
      },
      next,
    )
    for (const [name, value] of Object.entries(prefilled))
      input(name as Name)?.setAttribute('value', value ?? '')
    card.replaceChildren(
      element('h1', {}, title),
      ...(lead === '' ? [] : [element('p', { class: 'lead' }, lead)]),
      form,
      element('p', { class: 'row small' }, ...links(title)),
    )
    document.title = title
    input(names.find((name) => !(name in prefilled)) ?? 'email')?.focus()
  }
  const showCurrent = () => show(forms[location.hash] ?? (forms['#/'] as SignInForm))
  /** Removes the form from the URL. */
  function clearUrl(): void {
    if (location.hash in forms) history.replaceState(null, '', location.pathname + location.search)
  }
  function start(): void {
    if (reason !== '') clearUrl()
    showCurrent()
  }
  const stop = () => removeEventListener('hashchange', showCurrent)
  function enter(): void {
    stop()
    clearUrl()
    onSignedIn()
  }
  addEventListener('hashchange', showCurrent)
  return { card, start, stop }
}

/** Links to the other forms; to the one for a code only from password reset. */
const links = (shown: string) =>
  Object.entries(forms)
    .filter(([href, { title }]) => title !== shown && (href !== codeAddress || shown === words.reset))
    .map(([href, { title }]) => element('a', { href }, title))
