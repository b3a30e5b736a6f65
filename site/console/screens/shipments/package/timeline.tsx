import { useSignal } from '@preact/signals'
import { unwrap } from '../../../../../shared/client/http/errors.ts'
import { handlingRoles } from '../../../../../shared/domain/kernel/roles.ts'
import { api } from '../../../../staff/api/client.ts'
import { useRead } from '../../../../staff/api/read.ts'
import { hasRole } from '../../../../staff/api/session.ts'
import type { Body } from '../../../../staff/api/body.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useActorNames } from '../../../ui/user-names.ts'
import { Loaded } from '../../../../staff/ui/loaded.tsx'
import { fromTo } from '../../../../staff/messages/language.ts'
import { formatPrice, formatTime, formatWeight } from '../../../../staff/messages/format.ts'
import { paymentNames } from '../../../messages/payments.ts'
import { messages as actions } from '../actions/messages.ts'
import { nameOfField } from '../booking.tsx'
import { messages } from '../messages.ts'
import { useEventNames } from './event-names.ts'

/** A value that was changed, as the forms show it. */
function shown(field: string, value: string | number): string {
  if (field === 'weight') return formatWeight(Number(value))
  if (field === 'price') return formatPrice(Number(value))
  const payments: Record<string, string> = paymentNames
  return (field === 'payment_status' ? payments[value] : undefined) ?? String(value)
}

/** The timeline of a package, newest first. */
export function Timeline({ id }: { id: string }) {
  const params = { params: { path: { id } } }
  const events = useRead(['package', id, 'events'], () => api.GET('/api/v1/packages/{id}/events', params))
  const nameOf = useEventNames()
  const actors = useActorNames()
  const undone = useSignal<string | undefined>(undefined)
  return (
    <section class="stack">
      <h4>{messages.timeline}</h4>
      <Loaded query={events}>
        {({ body }) => (
          <ol class="timeline">
            {body
              .toReversed()
              .map(
                ({
                  id,
                  timestamp,
                  description,
                  location,
                  event_type,
                  actor_id,
                  voided_by,
                  undoable,
                  reason,
                  changes,
                }) => (
                  <li key={id}>
                    <p>
                      <bdi>{nameOf({ event_type, description })}</bdi>
                    </p>
                    {changes?.map((change) => (
                      <p key={change.field}>
                        {nameOfField(change.field)}:{' '}
                        {fromTo(shown(change.field, change.old), shown(change.field, change.new))}
                      </p>
                    ))}
                    {reason && (
                      <p>
                        <bdi>{reason}</bdi>
                      </p>
                    )}
                    <p class="row">
                      <span class="hint">
                        <time dateTime={timestamp}>{formatTime(timestamp)}</time>
                        {location && (
                          <>
                            {' · '}
                            <bdi>{location}</bdi>
                          </>
                        )}
                        {actor_id && actors.has(actor_id) && (
                          <>
                            {' · '}
                            <bdi>{actors.get(actor_id)}</bdi>
                          </>
                        )}
                        {voided_by && ` · ${actions.wasTakenBack}`}
                      </span>
                      {undoable && hasRole(handlingRoles) && (
                        <button
                          type="button"
                          aria-haspopup="dialog"
                          class="plain"
                          onClick={() => (undone.value = id)}
                        >
                          {actions.takeBack}
                        </button>
                      )}
                    </p>
                  </li>
                ),
              )}
          </ol>
        )}
      </Loaded>
      {undone.value !== undefined && (
        <FormDialog
          title={actions.takeBack}
          id={`undo-${undone.value}`}
          rules={{ reason: { kind: 'text', required: true } }}
          names={['reason']}
          fields={{ reason: { label: actions.reason } }}
          submit={actions.takeBack}
          done={() => actions.takenBack}
          send={(body: Body<'post', '/api/v1/packages/{id}/events/{event_id}/void'>) =>
            unwrap(
              api.POST('/api/v1/packages/{id}/events/{event_id}/void', {
                params: { path: { id, event_id: undone.value ?? '' } },
                body,
              }),
            )
          }
          onClose={() => (undone.value = undefined)}
        />
      )}
    </section>
  )
}
