import type { Case, Package } from './records.ts'

// Cases of the model of a journey (records.ts).

/** Opens a case of packages, which becomes their exception. */
export function openCase(code: Case['code'], packages: Package[]) {
  const opened = { code, packages }
  for (const p of packages) {
    p.cases.push(opened)
    p.exception = code
    p.changes += 1
  }
  return 201
}

/** Resolves a case: the exception of its packages is their newest one that is left. */
export function resolve(one: Case) {
  for (const p of one.packages) {
    p.cases = p.cases.filter((other) => other !== one)
    p.exception = p.cases.at(-1)?.code
    p.changes += 1
  }
  return 200
}

/** A package that has arrived is not missing any more. */
export function settleMissing({ cases }: Package) {
  for (const one of cases) if (one.code === 'MISSING') resolve(one)
}

/** Reports damage of a package: a case, or its exception again while one is open. */
export function reportDamage(p: Package) {
  if (!p.cases.some(({ code }) => code === 'DAMAGED')) openCase('DAMAGED', [p])
  p.exception = 'DAMAGED'
  p.changes += 1
}
