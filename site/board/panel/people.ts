import { roles } from '../../../shared/domain/kernel/roles.ts'
import { element, userText } from '../../shared/element.ts'
import { requestForm } from '../form/form.ts'
import type { Member } from '../ui/records.ts'
import { arrange, renew } from '../ui/renew.ts'
import rules from '../form/rules.built.ts'
import { RequestError, errorMessage } from '../api/request.ts'
import { call, type ApiResponse } from '../api/api-client.ts'
import { email } from '../api/session.ts'
import { words } from '../ui/words.ts'
import { verification } from './verification.ts'

const invite = (id: string) => call<Member>(`POST /api/v1/users/${id}/invitation`)
const deactivate = (id: string) => call<Member>(`DELETE /api/v1/users/${id}`)
/** A user who never accepted is invited again. */
const activate = (id: string) =>
  call<Member>(`PUT /api/v1/users/${id}`, { body: { is_active: true } }).catch((error: unknown) => {
    if (error instanceof RequestError && error.status === 409) return invite(id)
    throw error
  })
/** The actions on a user, by status. */
const actionsByStatus: Record<
  Member['status'],
  Record<string, (id: string) => Promise<ApiResponse<Member>>>
> = {
  INVITED: { [words.inviteAgain]: invite, [words.withdraw]: deactivate },
  ACTIVE: { [words.deactivate]: deactivate },
  DEACTIVATED: { [words.activate]: activate },
  LEFT: {},
}

/** Roles with the fewest rights first. Without courier, whose users belong to couriers, which this page does not show. */
const choices = roles.filter((role) => role !== 'courier').reverse()

/** How long the list may lag behind a response, in milliseconds: it is read from an index. */
const indexLagMilliseconds = 10_000

/** The company's users, and the form that invites more. */
export function people() {
  const elements = new Map<string, HTMLElement>()
  const list = element('ul', { class: 'people' })
  const statusLine = element('p', { class: 'small', role: 'status' })
  let listed: Member[] = []
  const recent = new Map<string, { member: Member; until: number }>()

  const { form, input } = requestForm(
    {
      ...{ id: 'invitation', submitLabel: words.invite },
      rules: { ...rules.invitation, role: { attributes: {}, choices } },
      fieldAttributes: { email: { autocomplete: 'off' } },
      groups: [{ names: ['email', 'role'] }],
      request: async (options) => (await call<Member>('POST /api/v1/users', options)).body,
    },
    showUpdated,
  )
  /** Shows a member as in the response. */
  function showUpdated(member: Member): void {
    const { id, email, status } = member
    recent.set(id, { member, until: Date.now() + indexLagMilliseconds })
    show()
    showStatus(status === 'INVITED' ? words.invited(email) : `${email}: ${words.memberStatuses[status]}`)
  }
  function showStatus(text: string, isError = false): void {
    statusLine.className = isError ? 'error' : 'small'
    statusLine.textContent = text
  }
  function show(): void {
    for (const [id, { until }] of recent) if (until < Date.now()) recent.delete(id)
    const unlisted = [...recent.values()].filter(({ member }) => !listed.some(({ id }) => id === member.id))
    const all = [
      ...unlisted.map(({ member }) => member),
      ...listed.map((one) => recent.get(one.id)?.member ?? one),
    ]
    arrange<Member>(list, all, ({ id }) => id, elements, showMember)
  }
  const showMember = (place: HTMLElement, member: Member) =>
    renew(place, member, () => [
      userText(member.email),
      element('span', { class: 'small' }, words.roles[member.role]),
      element(
        'span',
        { class: member.status === 'ACTIVE' ? 'tag good' : 'tag' },
        words.memberStatuses[member.status],
      ),
      ...(member.email === email() ? [] : buttons(member)),
    ])
  let isActing = false
  const buttons = (member: Member) =>
    Object.entries(actionsByStatus[member.status]).map(([actionLabel, action]) => {
      const label = `${actionLabel}: ${member.email}`
      const button = element('button', { type: 'button', class: 'plain', 'aria-label': label }, actionLabel)
      button.addEventListener('click', ({ detail }) => {
        // Ignores the second click of a double click, which would hit the next action.
        if (isActing || detail > 1) return
        if (member.status === 'ACTIVE' && !confirm(words.confirmDeactivation(member.email))) return
        isActing = true
        action(member.id)
          .then(({ body: now }) => showUpdated(now))
          .catch((error: unknown) => showStatus(errorMessage(error), true))
          .finally(() => (isActing = false))
      })
      return button
    })

  const body = element('div', { class: 'shipment' }, form, statusLine, list)
  // Hidden until it is known whether the service would accept an invitation.
  form.hidden = true
  let isChecked = false
  /** An unverified user verifies the address first. */
  async function checkVerified(): Promise<void> {
    if (isChecked) return
    const { body: me } = await call<Member>('GET /api/v1/users/me')
    isChecked = true
    if (me.email_verified) showForm()
    else body.prepend(section)
  }
  const section = verification(() => {
    section.remove()
    showForm()
  })
  function showForm(): void {
    form.hidden = false
    input('email')?.focus()
  }

  let failing = false
  /** Never throws. */
  async function read(): Promise<void> {
    try {
      await checkVerified()
      const all: Member[] = []
      for (let next: string | undefined = ''; next !== undefined;) {
        const query = new URLSearchParams({ limit: '200', ...(next !== '' && { cursor: next }) })
        const page: ApiResponse<Member[]> = await call(`GET /api/v1/users?${query}`)
        all.push(...page.body)
        next = page.next
      }
      listed = all
      show()
      if (failing) showStatus('')
      failing = false
    } catch (error) {
      failing = true
      showStatus(errorMessage(error), true)
    }
  }
  const title = element('h2', { id: 'panel' }, words.people)
  return {
    title,
    body,
    focus: () => undefined,
    read,
  }
}
