import { staffRoles } from '../../shared/domain/kernel/roles.ts'
import { ageAll } from '../shared/age.ts'
import { element } from '../shared/element.ts'
import { boardView } from './board-view.ts'
import { RequestError, errorMessage } from './api/request.ts'
import { email, hasRole, resume, role, signOut, onSessionEnd } from './api/session.ts'
import { signInForms } from './sign-in.ts'
import { announce } from './ui/format.ts'
import { words } from './ui/words.ts'

// The staff's board, /board; #/shipments/{id} opens a shipment.
const part = (id: string) => document.getElementById(id) ?? document.body
let leave: () => void = () => undefined

function show(tools: HTMLElement[], ...contents: HTMLElement[]): void {
  part('tools').replaceChildren(...tools)
  part('main').replaceChildren(...contents)
}

function showSignIn(reason = ''): void {
  leave()
  const { card, start, stop } = signInForms(reason, enter)
  leave = stop
  show([], card)
  document.body.classList.remove('in')
  announce(reason)
  start()
}

function enter(): void {
  leave()
  document.title = words.board
  const who = element(
    'span',
    { class: 'who small' },
    element('bdi', {}, email()),
    ` · ${words.roles[role() ?? 'viewer']}`,
  )
  const out = element('button', { type: 'button', class: 'plain' }, words.signOut)
  out.addEventListener('click', () => {
    void signOut()
    showSignIn(words.signedOut)
  })
  if (!hasRole(staffRoles)) {
    const message = [element('h1', {}, words.couriers), element('p', {}, words.couriersHint)]
    show([who, out], element('section', { class: 'card sign-in' }, ...message))
    return
  }
  const { main, search, start, stop } = boardView()
  leave = stop
  show([search, who, out], main)
  document.body.classList.add('in')
  start()
}

/** A reload continues the session. */
async function start(): Promise<void> {
  show([], element('p', { class: 'small' }, words.welcomeBack))
  try {
    if (await resume()) enter()
    else showSignIn()
  } catch (error) {
    // After a 401, `onSessionEnd` has already shown the sign-in form.
    if (!(error instanceof RequestError && error.status === 401)) showRetry(errorMessage(error))
  }
}

/** Offers a retry: the service is not reachable, but the session may still be valid. */
function showRetry(message: string): void {
  const again = element('button', { type: 'button' }, words.tryAgain)
  const waiting = new AbortController()
  const retry = () => {
    waiting.abort()
    void start()
  }
  again.addEventListener('click', retry)
  show([], element('section', { class: 'card sign-in' }, element('p', { role: 'alert' }, message), again))
  addEventListener('online', retry, { signal: waiting.signal })
}

onSessionEnd(() => showSignIn(words.sessionEnded))
setInterval(ageAll, 15_000)
void start()
