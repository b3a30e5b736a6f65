import { api, queries } from '../../../staff/api/client.ts'
import { useRead, type Read } from '../../../staff/api/read.ts'
import type { Package } from '../../../staff/api/records.ts'
import { done, waiting } from '../../queue/queue.ts'
import { nameOf, type BagLabel } from '../../scan/label.ts'
import { heldIn, manifestReading } from '../../../staff/bags/manifest.ts'

/** An unloading that has begun on this phone. */
export interface Begun {
  /** The entry that opens it. */
  entry: string
  bag: BagLabel
}

/** The progress of an unloading: how many packages are expected, and the codes of those that are missing. */
export interface Progress {
  expected: number
  missing: readonly string[]
}

/**
 * The progress by the service's response, or by the bag as it was read, and by the scans of this phone. Undefined without a
 * connection, if the bag was not read before.
 */
export function useProgress({ entry, bag }: Begun): Progress | undefined {
  const answer = done.value.find(({ id }) => id === entry)?.answer as { id: string } | undefined
  const id = answer?.id ?? ''
  const unloading = useRead(
    ['unloading', id],
    () => api.GET('/api/v1/unloadings/{id}', { params: { path: { id } } }),
    id !== '',
  )
  // Missing packages are in the bag still, so that their codes are listed.
  const { key, get } = manifestReading(bag.id)
  const manifest = useRead(key, get).data?.body
  const read = unloading.data?.body
  const sought = read?.missing ?? (manifest && heldIn(bag.id, manifest).map((one) => one.id))
  if (!sought) return undefined
  const scanned = scansOf(entry)
  const missing = sought.flatMap((id) => {
    const code = manifest?.find((one) => one.id === id)?.qr_code ?? `…${id.slice(-6)}`
    return scanned.has(id) || scanned.has(code) ? [] : [code]
  })
  return { expected: read?.counts.expected ?? sought.length, missing }
}

/** The ids or codes of the packages that were scanned into an unloading and not refused. */
export function scansOf(unloading: string): ReadonlySet<string> {
  const names = [...waiting.value, ...done.value].flatMap(({ kind, input }) =>
    kind === 'find' && typeof input.unloading === 'object' && input.unloading.entry === unloading
      ? [nameOf(input.qr_code)]
      : [],
  )
  return new Set(names)
}

/** Whether the seal of the bag is reported as broken: on this phone, or when the unloading was opened. */
export function isSealBroken({ entry, bag }: Begun): boolean {
  const all = [...waiting.value, ...done.value]
  const begun = all.find(({ id }) => id === entry)
  if ((begun?.answer as { seal_intact?: boolean } | undefined)?.seal_intact === false) return true
  return all.some(
    ({ seq, kind, input }) =>
      kind === 'unload' &&
      input.seal_intact === false &&
      nameOf(input.qr_code) === bag.id &&
      seq > (begun?.seq ?? 0),
  )
}

/** Whether a package stands on the manifest of a bag, as far as that was read. */
export function isOnManifest(bagId: string, packageId: string): boolean {
  const read = queries.getQueryData<Read<readonly Package[]>>(manifestReading(bagId).key)
  return read?.body.some(({ id }) => id === packageId) === true
}

/** The ids of the bags whose unloading was ended on this phone, which the service does not know yet. */
export function endedHere(): ReadonlySet<string> {
  const all = [...waiting.value, ...done.value]
  const ids = waiting.value.flatMap(({ kind, input }) => {
    const opened = kind === 'close' && typeof input.unloading === 'object' ? input.unloading.entry : undefined
    const entry = all.find(({ id }) => id === opened)
    return entry?.kind === 'unload' ? [nameOf(entry.input.qr_code)] : []
  })
  return new Set(ids)
}
