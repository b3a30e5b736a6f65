import { unwrap } from '../../../../../shared/client/http/errors.ts'
import { moveTo } from '../../../../../shared/domain/kernel/state-machine.ts'
import {
  comesFromBag,
  neverBagged,
  packageMachine,
  packageStatuses,
  type PackageStatus,
} from '../../../../../shared/domain/packages/status.ts'
import { api } from '../../../../staff/api/client.ts'
import type { Package } from '../../../../staff/api/records.ts'
import { office } from '../../../messages/office.ts'
import { statusNames } from '../../../../staff/messages/statuses.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { messages as actions } from '../actions/messages.ts'
import { messages } from '../messages.ts'

interface CorrectStatusProps {
  one: Package
  etag: string
  onClose: () => void
}

/** The form in which a manager corrects a package's status, with a reason: what was scanned or handed over by mistake. */
export const CorrectStatus = ({ one, etag, onClose }: CorrectStatusProps) => (
  <FormDialog
    title={messages.correctStatus}
    lead={messages.correctHint}
    onClose={onClose}
    id={`package-${one.id}-status`}
    rules={{
      status: { kind: 'choice', required: true, choices: choicesOf(one) },
      reason: { kind: 'text', long: true, required: true },
    }}
    names={['status', 'reason']}
    fields={{
      status: {
        label: office.status,
        choiceName: (status) => statusNames.package[status as PackageStatus],
      },
      reason: { label: actions.reason },
    }}
    initial={{ status: choicesOf(one).findLast((to) => isBefore(to, one.status)) ?? choicesOf(one)[0] ?? '' }}
    submit={messages.correctStatus}
    send={(body) =>
      unwrap(
        api.PUT('/api/v1/packages/{id}', {
          params: { path: { id: one.id }, header: { 'If-Match': etag } },
          body,
        }),
      )
    }
    done={({ status }: Package) => messages.nowIs(statusNames.package[status])}
  />
)

const isBefore = (one: PackageStatus, other: PackageStatus) =>
  packageStatuses.indexOf(one) < packageStatuses.indexOf(other)

/** The statuses that a package can be corrected to: those of a bag only if it was in one, those before a bag only if it was not. */
function choicesOf({ status, bags, bag_history }: Package): PackageStatus[] {
  const wasInBag = bags.length + bag_history.length > 0
  return packageStatuses.filter(
    (to) =>
      to !== status &&
      moveTo(packageMachine, status, to, true) &&
      !(wasInBag ? neverBagged : packageStatuses.filter(comesFromBag)).includes(to),
  )
}
