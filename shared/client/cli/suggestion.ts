/** The one of the words that a misspelt one was meant to be: the nearest, at most two edits away. */
export function suggestion(misspelt: string, words: readonly string[]): string | undefined {
  const [nearest] = words
    .map((word) => ({ word, edits: distance(misspelt, word) }))
    .filter(({ edits }) => edits <= 2)
    .sort((one, other) => one.edits - other.edits)
  return nearest?.word
}

/** The number of characters to insert, delete or replace (Levenshtein distance). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, n) => n)
  for (let i = 0; i < one.length; i++)
    row = row.reduce<number[]>((next, above, j) => {
      const diagonal = (row[j - 1] ?? 0) + (one[i] === other[j - 1] ? 0 : 1)
      return [...next, j === 0 ? i + 1 : Math.min(above + 1, (next[j - 1] ?? 0) + 1, diagonal)]
    }, [])
  return row.at(-1) ?? 0
}
