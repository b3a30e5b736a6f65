import { element } from '../shared/element.ts'
import { Refused, wordsOf } from './send.ts'
import { signIn } from './session.ts'
import { words } from './words.ts'

/** The form that signs in, with a word on why it is shown; `done` is called when somebody is in. */
export function signInForm(why: string, done: () => void) {
  const field = (id: string, type: string, label: string, autocomplete: string) => {
    const input = element('input', { id, name: id, type, autocomplete, required: '', maxlength: '256' })
    return { input, row: element('p', {}, element('label', { for: id }, label), input) }
  }
  const email = field('email', 'email', words.email, 'username')
  const password = field('password', 'password', words.password, 'current-password')
  const button = element('button', { type: 'submit' }, words.go)
  const note = element('p', { class: 'error', role: 'alert' })
  // By POST, so that no password stands in an address, should the page's script ever not be there.
  const form = element('form', { method: 'post' }, email.row, password.row, note, button)

  let asking = false
  async function submit() {
    if (asking) return
    asking = true
    note.textContent = ''
    button.textContent = words.goes
    try {
      await signIn(email.input.value.trim(), password.input.value)
      done()
    } catch (error) {
      const wrong = error instanceof Refused && error.status === 401
      note.textContent = wrong ? words.wrong : wordsOf(error)
      if (wrong) password.input.select()
    } finally {
      asking = false
      button.textContent = words.go
    }
  }
  form.addEventListener('submit', (submission) => {
    submission.preventDefault()
    void submit()
  })
  const card = element(
    'section',
    { class: 'card sign-in' },
    element('h1', {}, words.signIn),
    why !== '' && element('p', { class: 'lead' }, why),
    form,
  )
  return { card, focus: () => email.input.focus() }
}
