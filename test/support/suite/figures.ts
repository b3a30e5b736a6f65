import { appendFileSync } from 'node:fs'

/** In `npm run proof` (bin/proof.ts), the file to which figures are written. */
const figures = process.env.PROOF_FIGURES

/** The number of cases: `short` in `npm test`, `whole` in `npm run proof`. */
export const size = (short: number, whole: number) => (figures === undefined ? short : whole)

export interface Figure {
  part: string
  /** The promise that was checked. */
  promise: string
  /** How the promise was checked, and the result. */
  seen: string
}

/** Reports what was checked. Call it after the assertions: a failed test reports nothing. */
export function report(part: string, promise: string, seen: string): void {
  const figure: Figure = { part, promise, seen }
  if (figures === undefined) console.log(`${part}: ${promise}: ${seen}`)
  else appendFileSync(figures, `${JSON.stringify(figure)}\n`)
}
