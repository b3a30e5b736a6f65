import { roles } from '../../../shared/domain/kernel/roles.ts'
import { element, foreign } from '../../shared/element.ts'
import { requestForm } from '../form/form.ts'
import type { Member } from '../ui/records.ts'
import { arrange, renew } from '../ui/renew.ts'
import rules from '../form/rules.built.ts'
import { Refused, wordsOf } from '../api/request.ts'
import { call, type Reply } from '../api/api-client.ts'
import { email } from '../api/session.ts'
import { words } from '../ui/words.ts'

const invite = (id: string) => call<Member>(`POST /api/v1/users/${id}/invitation`)
const shutOut = (id: string) => call<Member>(`DELETE /api/v1/users/${id}`)
/** A user who never accepted is invited again. */
const letIn = (id: string) =>
  call<Member>(`PUT /api/v1/users/${id}`, { body: { is_active: true } }).catch((error: unknown) => {
    if (error instanceof Refused && error.status === 409) return invite(id)
    throw error
  })
/** The actions on a user, by status. */
const acts: Record<Member['status'], Record<string, (id: string) => Promise<Reply<Member>>>> = {
  INVITED: { [words.inviteAgain]: invite, [words.withdraw]: shutOut },
  ACTIVE: { [words.deactivate]: shutOut },
  DEACTIVATED: { [words.activate]: letIn },
}

/** Roles with the fewest rights first. Without courier, whose users belong to couriers, which this page does not show. */
const choices = roles.filter((role) => role !== 'courier').reverse()

/** How long the list may lag behind a response, in milliseconds: it is read from an index. */
const lag = 10_000

/** The company's users, and the form that invites more. */
export function people() {
  const made = new Map<string, HTMLElement>()
  const list = element('ul', { class: 'people' })
  const statusLine = element('p', { class: 'small', role: 'status' })
  let listed: Member[] = []
  const answered = new Map<string, { member: Member; until: number }>()

  const { form, input } = requestForm(
    {
      ...{ id: 'invitation', go: words.invite },
      rules: { ...rules.invitation, role: { attributes: {}, choices } },
      here: { email: { autocomplete: 'off' } },
      groups: [{ names: ['email', 'role'] }],
      ask: async (options) => (await call<Member>('POST /api/v1/users', options)).body,
    },
    follow,
  )
  /** Shows a member as in the response. */
  function follow(member: Member): void {
    const { id, email, status } = member
    answered.set(id, { member, until: Date.now() + lag })
    show()
    showStatus(status === 'INVITED' ? words.invited(email) : `${email}: ${words.memberStatuses[status]}`)
  }
  function showStatus(text: string, wrong = false): void {
    statusLine.className = wrong ? 'error' : 'small'
    statusLine.textContent = text
  }
  function show(): void {
    for (const [id, { until }] of answered) if (until < Date.now()) answered.delete(id)
    const unlisted = [...answered.values()].filter(({ member }) => !listed.some(({ id }) => id === member.id))
    const all = [
      ...unlisted.map(({ member }) => member),
      ...listed.map((one) => answered.get(one.id)?.member ?? one),
    ]
    arrange<Member>(list, all, ({ id }) => id, made, showMember)
  }
  const showMember = (place: HTMLElement, member: Member) =>
    renew(place, member, () => [
      foreign(member.email),
      element('span', { class: 'small' }, words.roles[member.role]),
      element(
        'span',
        { class: member.status === 'ACTIVE' ? 'tag good' : 'tag' },
        words.memberStatuses[member.status],
      ),
      ...(member.email === email() ? [] : buttons(member)),
    ])
  let acting = false
  const buttons = (member: Member) =>
    Object.entries(acts[member.status]).map(([says, act]) => {
      const label = `${says}: ${member.email}`
      const button = element('button', { type: 'button', class: 'plain', 'aria-label': label }, says)
      button.addEventListener('click', ({ detail }) => {
        // Ignores the second click of a double click, which would hit the next action.
        if (acting || detail > 1) return
        if (member.status === 'ACTIVE' && !confirm(words.sure(member.email))) return
        acting = true
        act(member.id)
          .then(({ body: now }) => follow(now))
          .catch((error: unknown) => showStatus(wordsOf(error), true))
          .finally(() => (acting = false))
      })
      return button
    })

  let failing = false
  /** Never throws. */
  async function read(): Promise<void> {
    try {
      const all: Member[] = []
      for (let next: string | undefined = ''; next !== undefined;) {
        const query = new URLSearchParams({ limit: '200', ...(next !== '' && { cursor: next }) })
        const page: Reply<Member[]> = await call(`GET /api/v1/users?${query}`)
        all.push(...page.body)
        next = page.next
      }
      listed = all
      show()
      if (failing) showStatus('')
      failing = false
    } catch (error) {
      failing = true
      showStatus(wordsOf(error), true)
    }
  }
  const title = element('h2', { id: 'panel' }, words.people)
  return {
    title,
    body: element('div', { class: 'shipment' }, form, statusLine, list),
    focus: () => input('email')?.focus(),
    read,
  }
}
