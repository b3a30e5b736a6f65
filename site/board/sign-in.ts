import { element } from '../shared/element.ts'
import type { Name } from './form/field.ts'
import { requestForm, type Form } from './form/form.ts'
import rules, { type Rule } from './form/rules.built.ts'
import { Refused, send } from './api/request.ts'
import { signIn } from './api/session.ts'
import { words } from './ui/words.ts'

type Body = Partial<Record<Name, string | undefined>>
interface Way {
  title: string
  lead?: string
  names: Name[]
  rules: Record<string, Rule>
  here?: Form<unknown>['here']
  go: string
  /** Sends the form; returns the next step, nothing if the user is signed in. Throws Refused. */
  ask: (body: Body) => Promise<Way | undefined>
  /** Prefilled values. */
  known?: Body
}
const entering = (key: string) => async (body: Body) => {
  await signIn(key, body)
  return undefined
}
const login = entering('POST /api/v1/auth/login')

const codeAddress = '#/code'
/** The sign-in forms by URL fragment. Another fragment opens after signing in. */
const ways: Record<string, Way> = {
  '#/': {
    ...{ title: words.signIn, names: ['email', 'password'], rules: rules.login, go: words.go },
    here: { password: { autocomplete: 'current-password' } },
    ask: (body) =>
      login(body).catch((error: unknown) => {
        const wrong = error instanceof Refused && error.status === 401
        throw wrong ? new Refused(401, words.wrong) : error
      }),
  },
  '#/register': {
    ...{ title: words.register, lead: words.registerHint, go: words.registerGo },
    ...{ names: ['tenant_name', 'email', 'password'], rules: rules.registration },
    ask: entering('POST /api/v1/auth/register'),
  },
  '#/invitation': {
    ...{ title: words.accept, lead: words.acceptHint, go: words.acceptGo },
    ...{ names: ['code', 'password'], rules: rules.acceptance },
    ask: entering('POST /auth/email/accept-invitation'),
  },
  '#/reset': {
    ...{ title: words.reset, lead: words.resetHint, go: words.sendCode },
    ...{ names: ['email'], rules: rules.mailbox },
    ask: async (body) => {
      const answer = await send('POST /auth/email/send-reset-password', { body })
      const { message } = (await answer.json()) as { message: string }
      return { ...(ways[codeAddress] as Way), lead: message, known: body }
    },
  },
  [codeAddress]: {
    ...{ title: words.enterCode, lead: words.enterCodeHint, go: words.setPassword },
    ...{ names: ['email', 'code', 'new_password'], rules: rules.reset },
    ask: async (body) => {
      await send('POST /auth/email/reset-password', { body })
      return login({ email: body.email, password: body.new_password })
    },
  },
}

/** The sign-in forms, with the reason why they are shown. `done` is called after signing in. */
export function waysIn(why: string, done: () => void) {
  const card = element('section', { class: 'card sign-in' })

  let turn = 0
  function show({ title, lead = why, names, rules, here = {}, go, ask, known = {} }: Way): void {
    const mine = ++turn
    // The user may have chosen another form before the response arrived.
    const next = (way: Way | undefined) => {
      if (!way) enter()
      else if (mine === turn) {
        history.replaceState(null, '', codeAddress)
        show(way)
      }
    }
    const { form, input } = requestForm(
      { id: 'who', rules, here, groups: [{ names }], go, ask: ({ body }) => ask(body as Body) },
      next,
    )
    for (const [name, value] of Object.entries(known)) input(name as Name)?.setAttribute('value', value ?? '')
    card.replaceChildren(
      element('h1', {}, title),
      ...(lead === '' ? [] : [element('p', { class: 'lead' }, lead)]),
      form,
      element('p', { class: 'row small' }, ...links(title)),
    )
    document.title = title
    input(names.find((name) => !(name in known)) ?? 'email')?.focus()
  }
  const follow = () => show(ways[location.hash] ?? (ways['#/'] as Way))
  /** Removes the form from the URL. */
  function leave(): void {
    if (location.hash in ways) history.replaceState(null, '', location.pathname + location.search)
  }
  function begin(): void {
    if (why !== '') leave()
    follow()
  }
  const end = () => removeEventListener('hashchange', follow)
  function enter(): void {
    end()
    leave()
    done()
  }
  addEventListener('hashchange', follow)
  return { card, begin, end }
}

/** Links to the other forms; to the one for a code only from password reset. */
const links = (shown: string) =>
  Object.entries(ways)
    .filter(([href, { title }]) => title !== shown && (href !== codeAddress || shown === words.reset))
    .map(([href, { title }]) => element('a', { href }, title))
