import { useSignal } from '@preact/signals'
import { X } from 'lucide-preact'
import { useEffect } from 'preact/hooks'
import { unwrap } from '../../../../shared/client/http/errors.ts'
import { moveTo } from '../../../../shared/domain/kernel/state-machine.ts'
import { open, packageMachine } from '../../../../shared/domain/packages/status.ts'
import { loadRefusals, refusalOf } from '../../../staff/messages/refusals.ts'
import { api, queries } from '../../../staff/api/client.ts'
import { useRead, type Read } from '../../../staff/api/read.ts'
import type { Package, Warehouse } from '../../../staff/api/records.ts'
import { joined, listed } from '../../../staff/messages/language.ts'
import { caseNames, statusNames } from '../../../staff/messages/statuses.ts'
import { HandOverForm, type HandOverInput } from '../../../staff/hand-over/form.tsx'
import { ToCollect } from '../../../staff/hand-over/to-collect.tsx'
import { isOnHold } from '../../../staff/hand-over/on-hold.ts'
import { messages as handOver } from '../../../staff/hand-over/messages.ts'
import { isOnline } from '../../app/online.ts'
import { warehouseId } from '../../app/warehouse.tsx'
import { discard } from '../../queue/queue.ts'
import { showFeedback } from '../../scan/feedback.tsx'
import { lastInWarehouse, type ScannedPackage } from '../../scan/known.ts'
import type { PackageLabel } from '../../scan/label.ts'
import { record, refusalOfEntry } from '../../scan/record.ts'
import { messages } from '../../messages/tasks.ts'
import { EndedNote, sayEnded, type Ended } from '../ended.tsx'
import { PackageLine } from '../package-line.tsx'
import { PackageScanner } from '../package-scanner.tsx'
import { TakePhoto, usePhotos } from '../photo.tsx'
import { draftIds, emptyDraft, formId, restoreDraft, storeDraft, type HandOverDraft } from './draft.ts'

/** Why the service would refuse to hand a package over, as far as this phone knows. */
function refusalBefore({ shown, record }: ScannedPackage) {
  if (!record) return undefined
  const { status } = record
  if (!moveTo(packageMachine, status, 'DELIVERED', false))
    return {
      reason: 'package_not_deliverable',
      params: { package: shown, package_status: record.cancelled_at ? 'CANCELLED' : status },
    }
  return isOnHold(record) ? { reason: 'package_on_hold' } : undefined
}

/** Statuses of packages that the journey has before them, and that people may have at hand all the same. */
const before: readonly string[] = ['CREATED', 'ASSIGNED_TO_BAG', 'IN_TRANSIT']

/** Why a package should not be at hand, as far as it is known: its status, or that it was last in another warehouse. */
async function whereAway({ id, record }: ScannedPackage): Promise<string | undefined> {
  if (!record) return undefined
  if (before.includes(record.status)) return messages.notHereYet(statusNames.package[record.status])
  const here = warehouseId.value
  const last = here !== '' && navigator.onLine ? await lastInWarehouse(id) : undefined
  if (!last || last.warehouse_id === here) return undefined
  const known = queries.getQueryData<Read<Warehouse[]>>(['warehouses'])?.body
  const place = known?.find((one) => one.id === last.warehouse_id)
  return messages.lastSeenIn(place?.name || last.location)
}

/** The packages of the shipment that the recipient has not got yet and that were not scanned, as far as they are known. */
function useUnscanned(shipmentId: string, scanned: readonly ScannedPackage[]): readonly Package[] {
  const path = { id: shipmentId }
  const all = useRead(
    ['shipment', shipmentId, 'packages'],
    () => api.GET('/api/v1/shipments/{id}/packages', { params: { path } }),
    shipmentId !== '',
  )
  return (
    all.data?.body.filter(
      ({ id, qr_code, status }) =>
        open.includes(status) && !scanned.some((one) => one.id === id || one.shown === qr_code),
    ) ?? []
  )
}

/** Hands packages over to their recipient: scan them, then what the company requires as a proof. */
export default function HandOver() {
  const draft = useSignal<HandOverDraft>(restoreDraft())
  const photos = usePhotos()
  const round = useSignal(0)
  const ended = useSignal<Ended | undefined>(undefined)
  useEffect(() => void loadRefusals(), [])
  const { packages, name, signature, at, replaces } = draft.value
  const [first] = packages
  const known = packages.find(({ record }) => record)?.record
  const unscanned = useUnscanned(known?.shipment_id ?? '', packages)
  const ready = unscanned.flatMap(({ status, qr_code }) => (status === 'READY_FOR_PICKUP' ? qr_code : []))
  const change = (changes: Partial<HandOverDraft>) => {
    draft.value = { ...draft.value, ...changes }
    storeDraft(draft.value)
  }

  async function onPackage(found: ScannedPackage, { text }: PackageLabel) {
    const { packages } = draft.value
    const other = packages.find(({ record }) => record && record.shipment_id !== found.record?.shipment_id)
    if (other?.record && found.record) return { refused: messages.otherShipment(found.record.recipient_name) }
    const refusal = refusalBefore(found)
    if (refusal) {
      const { code } = found.record?.exception ?? {}
      const hold = code === 'CUSTOMS_HOLD' && caseNames[code]
      return { refused: joined([hold, refusalOf({ detail: '', ...refusal }).text]) }
    }
    ended.value = undefined
    if (!packages.some(({ id }) => id === found.id)) change({ packages: [...packages, { ...found, text }] })
    const taken = messages.packagesTaken(draft.value.packages.length)
    const away = await whereAway(found)
    return away === undefined ? taken : { noticed: away }
  }
  const begin = () => {
    draft.value = emptyDraft
    storeDraft(emptyDraft)
  }
  const takeOff = (id: string) =>
    packages.length === 1 ? begin() : change({ packages: packages.filter((one) => one.id !== id) })
  const shipmentId = async () => {
    const path = { id: first?.id ?? '' }
    return (await unwrap(api.GET('/api/v1/packages/{id}', { params: { path } }))).shipment_id
  }

  async function send({ at: given, ...input }: HandOverInput): Promise<void> {
    const { received_by } = input
    const label = joined([received_by, known?.tracking_id ?? listed(packages.map(({ shown }) => shown))])
    change({ photos: [...draft.value.photos, ...(await photos.keep(label, first?.id ?? ''))] })
    photos.clear()
    const when = given ?? new Date().toISOString()
    const entry = {
      ...input,
      qr_codes: packages.map(({ text }) => text),
      photos: [...draft.value.photos],
      ...(warehouseId.value && { warehouse_id: warehouseId.value }),
    }
    const recorded = await record('handOver', label, entry, { at: when, drafts: draftIds })
    showFeedback({ ...recorded, ...(recorded.tone === 'done' && { title: handOver.handedOver }) })
    if (recorded.id === undefined) throw refusalOfEntry(recorded)
    if (replaces !== undefined) await discard(replaces)
    if (recorded.tone !== 'wrong') {
      const part =
        unscanned.length > 0 && messages.packagesOf(packages.length, packages.length + unscanned.length)
      sayEnded(ended, recorded, handOver.handedOver, label, part || undefined)
      return
    }
    change({ replaces: recorded.id, ...(input.offline && { at: when }) })
    throw refusalOfEntry(recorded)
  }
  return (
    <>
      <EndedNote of={ended.value} />
      <PackageScanner key={round.value} onPackage={onPackage} />
      {first && (
        <HandOverForm
          key={`form ${round.value}`}
          id={formId}
          lead={
            <>
              {known?.payment_status && (
                <ToCollect price={known.price ?? 0} payment_status={known.payment_status} />
              )}
              <p class="note moving">
                <strong>
                  {unscanned.length > 0
                    ? messages.packagesOf(packages.length, packages.length + unscanned.length)
                    : messages.packagesTaken(packages.length)}
                </strong>
                {ready.length > 0 && messages.alsoReady(listed(ready))}
              </p>
              <ul class="entries">
                {packages.map((one) => (
                  <li key={one.id} class="removable">
                    <p class="entry">
                      <PackageLine of={one} />
                    </p>
                    <button
                      type="button"
                      class="icon"
                      aria-label={messages.takeOff(one.shown)}
                      onClick={() => takeOff(one.id)}
                    >
                      <X size={20} aria-hidden="true" />
                    </button>
                  </li>
                ))}
              </ul>
            </>
          }
          // Most packages are collected by their recipient.
          receivedBy={name || (known?.recipient_name ?? '')}
          signature={signature}
          photoButton={<TakePhoto photos={photos} earlier={draft.value.photos.length} />}
          photoCount={draft.value.photos.length + photos.blobs.value.length}
          shipmentId={shipmentId}
          offline={{ isOnline: isOnline.value, at }}
          send={send}
          onDone={() => {
            begin()
            round.value++
          }}
        />
      )}
    </>
  )
}
