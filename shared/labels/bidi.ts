import bidiFactory from 'bidi-js'

const bidi = bidiFactory()

/**
 * The runs of a line in the order in which they stand from left to right (UAX #9). The letters of a run are in the order
 * in which they are read; whoever lays out its glyphs turns those of Arabic and Hebrew around.
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
  return runs.map(({ from, to }) => text.slice(from, to))
}
