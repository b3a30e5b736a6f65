import { appendFileSync } from 'node:fs'

/** The file that takes the figures, when this is `npm run proof` (bin/proof.ts). */
const figures = process.env.PROOF_FIGURES

/** How much is tried: little in `npm test`, all of it in `npm run proof`. */
export const size = (short: number, whole: number) => (figures === undefined ? short : whole)

export interface Figure {
  part: string
  /** What is promised. */
  promise: string
  /** What was tried, and what was seen of it. */
  seen: string
}

/** Reports what was checked. Call it after the assertions: a failed test reports nothing. */
export function report(part: string, promise: string, seen: string): void {
  const figure: Figure = { part, promise, seen }
  if (figures === undefined) console.log(`${part}: ${promise}: ${seen}`)
  else appendFileSync(figures, `${JSON.stringify(figure)}\n`)
}
