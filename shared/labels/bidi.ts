import bidiFactory from 'bidi-js'

const bidi = bidiFactory()

/**
 * The runs of a line in visual order, left to right (UAX #9). The letters of a run are in reading order; glyph
 * layout reverses those of Arabic and Hebrew. Brackets in them are already mirrored (rule L4).
 */
export function visualRuns(text: string): string[] {
  const levels = bidi.getEmbeddingLevels(text)
  const order = bidi.getReorderedIndices(text, levels)
  const runs: { from: number; to: number; level: number | undefined }[] = []
  for (const at of order) {
    const level = levels.levels[at]
    const last = runs.at(-1)
    if (last?.level === level && last && at === last.to) last.to++
    else if (last?.level === level && last && at === last.from - 1) last.from--
    else runs.push({ from: at, to: at + 1, level })
  }
  return runs.map(({ from, to, level = 0 }) => {
    const run = text.slice(from, to)
    return level % 2 ? Array.from(run, (letter) => bidi.getMirroredCharacter(letter) ?? letter).join('') : run
  })
}

/** Whether a run is read from right to left: digits and signs alone never are (UAX #9, rules L2 and W2). */
export const isRightToLeft = (run: string): boolean =>
  Array.from(run).some((letter) => ['R', 'AL'].includes(bidi.getBidiCharTypeName(letter)))
