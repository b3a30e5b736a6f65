import { staffRoles } from '../../shared/domain/kernel/roles.ts'
import { ageAll } from '../shared/age.ts'
import { element } from '../shared/element.ts'
import { desk } from './board-view.ts'
import { Refused, wordsOf } from './api/request.ts'
import { email, may, resume, role, signOut, whenEnded } from './api/session.ts'
import { waysIn } from './sign-in.ts'
import { announce } from './ui/format.ts'
import { words } from './ui/words.ts'

// The staff's board, /board; #/shipments/{id} opens a shipment.
const part = (id: string) => document.getElementById(id) ?? document.body
let leave: () => void = () => undefined

function show(tools: HTMLElement[], ...contents: HTMLElement[]): void {
  part('tools').replaceChildren(...tools)
  part('main').replaceChildren(...contents)
}

function askWho(why = ''): void {
  leave()
  const { card, begin, end } = waysIn(why, enter)
  leave = end
  show([], card)
  document.body.classList.remove('in')
  announce(why)
  begin()
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
    askWho(words.left)
  })
  if (!may(staffRoles)) {
    const message = [element('h1', {}, words.couriers), element('p', {}, words.couriersHint)]
    show([who, out], element('section', { class: 'card sign-in' }, ...message))
    return
  }
  const { main, search, begin, end } = desk()
  leave = end
  show([search, who, out], main)
  document.body.classList.add('in')
  begin()
}

/** A reload continues the session. */
async function start(): Promise<void> {
  show([], element('p', { class: 'small' }, words.welcomeBack))
  try {
    if (await resume()) enter()
    else askWho()
  } catch (error) {
    // After a 401, `whenEnded` has already shown the sign-in form.
    if (!(error instanceof Refused && error.status === 401)) waitFor(wordsOf(error))
  }
}

/** Offers a retry: the service is not reachable, but the session may still be valid. */
function waitFor(message: string): void {
  const again = element('button', { type: 'button' }, words.again)
  const waiting = new AbortController()
  const anew = () => {
    waiting.abort()
    void start()
  }
  again.addEventListener('click', anew)
  show([], element('section', { class: 'card sign-in' }, element('p', { role: 'alert' }, message), again))
  addEventListener('online', anew, { signal: waiting.signal })
}

whenEnded(() => askWho(words.ended))
setInterval(ageAll, 15_000)
void start()
