import { refused } from './refusals.ts'
import type { CaseRecord } from '../cases/record.ts'
import type { PackageRecord } from './record.ts'

type OpenCase = PackageRecord['open_cases'][number]
type Cases = Pick<PackageRecord, 'open_cases' | 'exception'>

/** The maximum number of a package's open cases. */
const maxOpenCases = 10

/** A package with one more open case, which becomes its exception. Throws a conflict if it has too many. */
export function withCase(
  { open_cases }: PackageRecord,
  { id, kind, code, note }: CaseRecord,
  since: string,
): Cases {
  if (open_cases.length >= maxOpenCases) throw refused.package_has_most_cases({ max: maxOpenCases })
  const opened = { id, kind, code, note, since }
  return { open_cases: [...open_cases, opened], exception: exceptionOf(opened) }
}

/** A package without some of its open cases: its exception is the newest one that is left. */
export function withoutCases({ open_cases }: PackageRecord, ids: readonly string[]): Cases {
  const left = open_cases.filter(({ id }) => !ids.includes(id))
  const newest = left.at(-1)
  return { open_cases: left, exception: newest && exceptionOf(newest) }
}

/** A package whose case has another note. */
export function withNote({ open_cases, exception }: PackageRecord, { id, note }: CaseRecord): Cases {
  const renoted = open_cases.map((one) => (one.id === id ? { ...one, note } : one))
  return {
    open_cases: renoted,
    exception: renoted.at(-1)?.id === id && exception ? { ...exception, note } : exception,
  }
}

const exceptionOf = ({ code, since, note }: OpenCase) => ({ code, since, note })

/** Throws a conflict for packages that people still have something to settle about: the case would name what is not there. */
export function refuseOpenCases(all: readonly Pick<PackageRecord, 'qr_code' | 'open_cases'>[]): void {
  for (const { qr_code, open_cases } of all) {
    const [first] = open_cases
    if (first) throw refused.package_has_open_case({ package: qr_code, case_id: first.id })
  }
}

/** A package on hold is neither packed, nor taken along, nor handed over. */
export const isHeld = ({ open_cases }: Pick<PackageRecord, 'open_cases'>) =>
  open_cases.some(({ kind }) => kind === 'HOLD')

/** Throws a conflict for a package on hold. */
export function refuseHeld({ open_cases }: Pick<PackageRecord, 'open_cases'>): void {
  const hold = open_cases.find(({ kind }) => kind === 'HOLD')
  if (hold) throw refused.package_on_hold({ case_id: hold.id })
}
