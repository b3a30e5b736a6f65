import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLocation } from 'preact-iso/router'
import { managerRoles } from '../../../shared/domain/kernel/roles.ts'
import { Dialog } from '../../design/dialog.tsx'
import { api } from '../../staff/api/client.ts'
import { useRead } from '../../staff/api/read.ts'
import { hasRole, user } from '../../staff/api/session.ts'
import { common } from '../../staff/messages/common.ts'
import { formatTime } from '../../staff/messages/format.ts'
import { useAct, type Result } from '../../staff/ui/act.ts'
import { Cut } from '../list/cut.tsx'
import { ListTable } from '../list/list-table.tsx'
import { messages } from '../screens/people/messages.ts'
import { isRecent, type AccessGrant } from './recent-grant.ts'

/** The most that one request ends (`EndedGrants`). */
const maxEnded = 100

/** The lasting access that a user has given. Without the signed-in user, whom another user may have invited. */
function useGrants(id: string) {
  const read = useRead(['user', id, 'grants'], () => api.GET('/api/v1/users/{id}/grants', path(id)))
  return { ...read, items: read.data?.body.filter((grant) => grant.id !== user.value?.id) ?? [] }
}
const path = (id: string) => ({ params: { path: { id } } })

interface GrantListProps {
  /** Who gave it. */
  id: string
  grants: ReturnType<typeof useGrants>
  /** Whether it is selected before the user selects. */
  isSelectedFirst: (grant: AccessGrant) => boolean
  onEnded?: () => void
  /** Next to the button. */
  children?: ComponentChildren
}

/** Access that a user has given, and a button that ends what is selected. */
function GrantList({ id, grants, isSelectedFirst, onEnded, children }: GrantListProps) {
  const act = useAct()
  /** Those that the user has selected, or whose selection they have taken back. */
  const changed = useSignal<readonly string[]>([])
  const isSelected = (grant: AccessGrant) => isSelectedFirst(grant) !== changed.value.includes(grant.id)
  const toggle = (one: string) =>
    (changed.value = changed.value.includes(one)
      ? changed.value.filter((other) => other !== one)
      : [...changed.value, one])
  const selected = grants.items.filter(isSelected).map((grant) => grant.id)
  const end = async () => {
    let answer: Result<unknown> | undefined
    for (let from = 0; from < selected.length && answer?.response.ok !== false; from += maxEnded)
      answer = await api.POST('/api/v1/users/{id}/grants/end', {
        ...path(id),
        body: { ids: selected.slice(from, from + maxEnded) },
      })
    return answer ?? { response: Response.json([]) }
  }
  return (
    <>
      <ListTable
        list={{ ...grants, hasNextPage: false, isFetchingNextPage: false, fetchNextPage: () => undefined }}
        columns={[
          {
            title: messages.grantName,
            cell: (grant) => (
              <label class="check">
                <input type="checkbox" checked={isSelected(grant)} onChange={() => toggle(grant.id)} />
                <Cut text={grant.name} />
              </label>
            ),
          },
          {
            title: messages.grantKind,
            cell: (grant) => (
              <>
                {messages[grant.kind]}
                {grant.created_by !== id && <span class="hint"> {messages.indirect}</span>}
              </>
            ),
          },
          { title: messages.grantSince, cell: ({ created_at }) => formatTime(created_at) },
        ]}
        empty={<p class="hint">{messages.noGrants}</p>}
      />
      {grants.items.length > 0 && (
        <p class="row">
          <button
            type="button"
            class={children ? 'primary danger' : 'danger'}
            aria-disabled={selected.length === 0 || act.isBusy.value}
            onClick={() =>
              selected.length > 0 && void act.run(end, { done: messages.grantsEnded, onDone: onEnded })
            }
          >
            {messages.endSelected}
          </button>
          {children}
        </p>
      )}
    </>
  )
}

/** After a user is dismissed: asks what becomes of the access that they have given. Nothing if they have given none. */
export function GrantsAfterDismissal({ id, onClose }: { id: string; onClose: () => void }) {
  const grants = useGrants(id)
  if (grants.items.length === 0) return null
  return (
    <Dialog title={messages.dismissedGrants} closeLabel={common.close} onClose={onClose}>
      <p>{messages.dismissedGrantsHint}</p>
      <GrantList
        id={id}
        grants={grants}
        // Who dismisses them answers for the access that they gave themselves.
        isSelectedFirst={({ created_by }) => created_by !== user.value?.id}
        onEnded={onClose}
      >
        <button type="button" onClick={onClose}>
          {messages.keepGrants}
        </button>
      </GrantList>
    </Dialog>
  )
}

/** The access that a user has given, if any. */
export function GrantsOf({ id }: { id: string }) {
  const grants = useGrants(id)
  if (grants.items.length === 0) return null
  return (
    <section class="stack">
      <h3>{messages.grants}</h3>
      <GrantList id={id} grants={grants} isSelectedFirst={() => false} />
    </section>
  )
}

/** The access that the signed-in user has given. Nothing for those who can give none. */
export const OwnGrants = () =>
  user.value && hasRole(managerRoles) ? <GrantsToReview id={user.value.id} /> : null

function GrantsToReview({ id }: { id: string }) {
  // The one request ends all that is selected: only who comes to review it finds the recent selected.
  const isReview = 'review' in useLocation().query
  return (
    <section class="stack">
      <h2>{messages.ownGrants}</h2>
      <p class="hint">{messages.ownGrantsHint}</p>
      <GrantList id={id} grants={useGrants(id)} isSelectedFirst={(grant) => isReview && isRecent(grant)} />
    </section>
  )
}
