import type { Plan } from '../../db/commit.ts'
import { notFound } from '../../core/refusals.ts'
import { bags } from '../bags/record.ts'
import type { TenantContext } from '../kernel/context.ts'
import type { PackageNames } from '../kernel/fields.ts'
import { packages } from '../packages/record.ts'
import { pointerOf, scannedCode } from './scanned-code.ts'
import { refuseForged } from './scans.ts'

/**
 * The ids of the packages that a request names, each once. Refuses a label that this service did not sign (bad_request), and
 * throws "Package not found" for a text that is not a package's label, and for a code that no package has.
 */
export async function namedPackages(
  ctx: TenantContext,
  { package_ids, qr_codes }: PackageNames,
): Promise<Plan<string[]>> {
  const scanned = qr_codes.map((text) => scannedCode(text))
  const refused = await refuseForged(ctx, ...scanned)
  if (refused) return refused
  const found = await Promise.all(
    scanned.map(async (one) => {
      if (one.label?.t === 'bag') throw notFound(packages.noun)
      return one.label?.i ?? (await pointerOf(ctx.table, one)).id
    }),
  )
  return { writes: [], result: [...new Set([...package_ids, ...found])] }
}

/**
 * The id of the bag whose label was scanned. Refuses a label that this service did not sign (bad_request), and throws "Bag
 * not found" for a text that is not a bag's label.
 */
export async function scannedBag(ctx: TenantContext, text: string): Promise<Plan<string>> {
  const scanned = scannedCode(text, bags.noun)
  const refused = await refuseForged(ctx, scanned)
  if (refused) return refused
  if (scanned.label?.t !== 'bag') throw notFound(bags.noun)
  return { writes: [], result: scanned.label.i }
}
