import type { ShipmentStatus } from '../../../../../shared/domain/shipments/status.ts'
import { handlingRoles } from '../../../../../shared/domain/kernel/roles.ts'
import { Dialog } from '../../../../design/dialog.tsx'
import { Tag, type Tone } from '../../../../design/tag.tsx'
import { api } from '../../../../staff/api/client.ts'
import { useRead } from '../../../../staff/api/read.ts'
import type { Shipment } from '../../../../staff/api/records.ts'
import { hasRole } from '../../../../staff/api/session.ts'
import { useAct } from '../../../../staff/ui/act.ts'
import { Loaded } from '../../../../staff/ui/loaded.tsx'
import { common } from '../../../../staff/messages/common.ts'
import { formatTime } from '../../../../staff/messages/format.ts'
import { joined } from '../../../../staff/messages/language.ts'
import { cancelledName, statusNames } from '../../../../staff/messages/statuses.ts'
import { messages as parties } from '../messages.ts'
import { messages, noticeStates as states, withheldReasons as reasons } from './messages.ts'

const tones: Record<string, Tone> = { SENT: 'done', REJECTED: 'wrong', SUPPRESSED: 'needs' }

/** What a letter says of a status, where that differs from the name of the status. */
const letterNames: Partial<Record<ShipmentStatus, string>> = {
  IN_TRANSIT: messages.packedOrOnItsWay,
  CONSOLIDATING: messages.arrived,
}
const statusName = (status: ShipmentStatus | 'CANCELLED') =>
  status === 'CANCELLED' ? cancelledName.is : (letterNames[status] ?? statusNames.shipment[status])

/** The e-mails to recipient and sender, with what became of each. */
export function Notices({
  shipment: { id, recipient_email, sender_email },
  onClose,
}: {
  shipment: Pick<Shipment, 'id' | 'recipient_email' | 'sender_email'>
  onClose: () => void
}) {
  const params = { params: { path: { id } } }
  // No event says that one was sent.
  const notices = useRead(
    ['shipment', id, 'notices'],
    () => api.GET('/api/v1/shipments/{id}/notices', params),
    true,
    { refetchInterval: 3000 },
  )
  const act = useAct()
  const hasAddress = Boolean(recipient_email || sender_email)
  return (
    <Dialog title={messages.notices} closeLabel={common.close} onClose={onClose}>
      <Loaded query={notices}>
        {({ body }) =>
          body.length === 0 ? (
            <p>{hasAddress ? messages.noNotices : messages.noAddress}</p>
          ) : (
            <ul class="stack">
              {body.map(({ id, status, cancelled, corrects, party, state, reason, updated_at }) => (
                <li key={id} class="row">
                  <Tag tone={tones[state] ?? 'waiting'}>{states[state]}</Tag>
                  <span>
                    {joined([
                      statusName(cancelled ? 'CANCELLED' : status),
                      parties[party],
                      corrects && messages.corrects(statusName(corrects)),
                    ])}
                    {reason && <small class="hint"> · {reasons[reason]}</small>}
                  </span>
                  <span class="hint">{formatTime(updated_at)}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {hasAddress && hasRole(handlingRoles) && (
        <p>
          <button
            type="button"
            onClick={() =>
              void act.run(() => api.POST('/api/v1/shipments/{id}/notices', params), {
                done: messages.noticesSent,
              })
            }
          >
            {messages.sendAgain}
          </button>
        </p>
      )}
    </Dialog>
  )
}
