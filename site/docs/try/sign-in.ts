import { element } from '../../shared/element.ts'
import { button } from '../tools.ts'
import { isLocal, isSignedIn, sessionChange, signIn, signInAsDemo, signOut } from './session.ts'

const dialog = signInDialog()

/** A button that opens the dialog, or signs out. */
export function signInButton(): HTMLButtonElement {
  const made = button('', () => {
    if (isSignedIn()) void signOut()
    else dialog.showModal()
  })
  const update = () => (made.textContent = isSignedIn() ? 'Sign out' : 'Sign in')
  addEventListener(sessionChange, update)
  update()
  return made
}

/**
 * Signs in before a request is sent: as the manager of a new `demo` company where the service is local. Elsewhere the
 * dialog opens, and there is no session yet.
 */
export async function ensureSignedIn(): Promise<'ready' | 'demo' | 'none'> {
  if (isSignedIn()) return 'ready'
  if (!isLocal) {
    dialog.showModal()
    return 'none'
  }
  await signInAsDemo()
  return 'demo'
}

function signInDialog(): HTMLDialogElement {
  const email = element('input', { type: 'email', name: 'email', autocomplete: 'username', required: '' })
  const password = element('input', {
    type: 'password',
    name: 'password',
    autocomplete: 'current-password',
    required: '',
  })
  const status = element('p', { class: 'error', role: 'status' })
  const submit = element('button', { type: 'submit', class: 'primary' }, 'Sign in')
  const cancel = button('Cancel', () => made.close())
  const buttons = element('p', { class: 'row' }, submit, cancel)
  const form = element('form', {}, labelled('E-mail', email), labelled('Password', password), status, buttons)
  const made = element('dialog', { 'aria-label': 'Sign in' })
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work()
      password.value = ''
      status.textContent = ''
      made.close()
    } catch (error) {
      status.textContent = error instanceof Error ? error.message : String(error)
    }
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void attempt(() => signIn(email.value, password.value))
  })
  const about = 'Requests from these pages use your account. The session ends with this tab.'
  made.append(element('h2', {}, 'Sign in'), element('p', {}, about), form)
  made.addEventListener('click', ({ target }) => {
    if (target === made) made.close()
  })
  if (isLocal) {
    const demo = button('Use a new demo company instead', () => void attempt(signInAsDemo))
    made.append(element('p', { class: 'row' }, demo))
  }
  document.body.append(made)
  return made
}

export function labelled(text: string, input: HTMLElement): HTMLLabelElement {
  return element('label', {}, `${text} `, input)
}
