import * as z from 'zod'
import { notFound, type Noun } from '../../core/refusals.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import { Id } from '../kernel/fields.ts'
import { scannedTextOf } from '../kernel/scanned-code.ts'
import type { TenantTable } from '../../db/table.ts'
import { codePointers, packagePointers, packages, type Pointer } from '../packages/record.ts'
import { pointerTo } from '../packages/with-bag.ts'

/** The content of a label's QR code. The signature and the key number may be missing, as in a forged label. */
const Label = lazySchema(() =>
  z.object({ t: z.enum(['pkg', 'bag']), i: Id, c: z.unknown().optional(), v: z.unknown().optional() }),
)
type Label = z.output<typeof Label>

/** A scanned code: the content of a label's QR code, not verified yet, or the code that is printed below it. */
export type ScannedCode = { label: Label; code?: undefined } | { label?: undefined; code: string }

/** Throws "Package not found", or of the noun that is sought, for a text that is neither a label's content nor a code. */
export function scannedCode(given: string, noun: Noun = packages.noun): ScannedCode {
  const read = scannedTextOf(given)
  if (read === undefined) throw notFound(noun)
  if (!read.startsWith('{')) return { code: read }
  const label = Label.safeParse(JSON.parse(read)).data
  if (!label) throw notFound(noun)
  return { label }
}

/** Throws "Package not found". */
export const pointerOf = (table: TenantTable, { label, code }: ScannedCode): Promise<Pointer> =>
  pointerTo(table, label?.i ?? code ?? '')

/** The pointers to packages, by their scanned codes; one for each package, so that its scans have the same. */
export async function pointersOf(table: TenantTable, scanned: readonly ScannedCode[]) {
  const ids = new Set(scanned.flatMap(({ label }) => (label?.t === 'pkg' ? label.i : [])))
  const codes = new Set(scanned.flatMap(({ code }) => code ?? []))
  const [byId, byCode] = await Promise.all([
    table.many(
      packagePointers,
      [...ids].map((id) => ({ id })),
    ),
    table.many(
      codePointers,
      [...codes].map((qr_code) => ({ qr_code })),
    ),
  ])
  const found = new Map<string, Pointer>()
  for (const pointer of [...byCode, ...byId])
    for (const name of [pointer.id, pointer.qr_code]) found.set(name, pointer)
  return found
}
