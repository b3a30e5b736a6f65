import { forgetDraft, keepDraft, keptDraft } from '../../../staff/form/drafts.ts'
import type { Signature } from '../../../staff/ui/signature.tsx'
import type { Entry, Reference } from '../../queue/entry.ts'
import { done, waiting } from '../../queue/queue.ts'
import { knownPackage, type ScannedPackage } from '../../scan/known.ts'
import { isPackage, readLabel } from '../../scan/label.ts'

/** A hand-over that is being entered. The form keeps what is entered in it. */
export interface HandOverDraft {
  /** With the scanned code of each, whose signature the service checks. */
  packages: readonly (ScannedPackage & { text: string })[]
  /** Who received them and signed, of an earlier attempt. */
  name: string
  signature?: Signature | undefined
  /** Photos that are in the queue already. */
  photos: readonly Reference[]
  /** The refused attempt that it replaces. */
  replaces?: string | undefined
  /** When the packages were given away, if that was without a connection. */
  at?: string | undefined
}
export const emptyDraft: HandOverDraft = { packages: [], name: '', photos: [] }
const id = 'hand-over'
/** The form, whose input is a draft of its own. */
export const formId = 'hand-over-form'
export const draftIds = [id, formId]

/** The input before the page was loaded again. */
export function restoreDraft(): HandOverDraft {
  const { draft } = keptDraft(id)
  return typeof draft === 'string' ? (JSON.parse(draft) as HandOverDraft) : emptyDraft
}
export function storeDraft(draft: HandOverDraft): void {
  if (draft.packages.length === 0) {
    draftIds.forEach(forgetDraft)
  } else keepDraft(id, { draft: JSON.stringify(draft) }, [])
}

/** Opens a refused hand-over again, to be completed: the packages may be gone. */
export function reopen({ id, at, input }: Entry<'handOver'>): void {
  forgetDraft(formId)
  const entries = [...waiting.value, ...done.value].map((entry) => entry.id)
  storeDraft({
    packages: (input.qr_codes ?? [])
      .map(readLabel)
      .filter(isPackage)
      .map((label) => ({ ...knownPackage(label), text: label.text })),
    name: input.received_by,
    signature: input.signature,
    photos: input.photos.filter((photo) => typeof photo === 'string' || entries.includes(photo.entry)),
    replaces: id,
    ...(input.offline && { at }),
  })
}
