import fontkit from '@pdf-lib/fontkit'
import type { Font } from '@pdf-lib/fontkit'
import { visualRuns } from './bidi.ts'
import { packageFile } from './package-file.ts'
import type { Line } from './sheet.ts'

/** DejaVu Sans has Latin, Cyrillic, Greek, Georgian, Armenian, Arabic and Hebrew letters. Each is read once. */
const fonts: Partial<Record<'regular' | 'bold', Font>> = {}
export const fontOf = ({ bold }: Pick<Line, 'bold'>): Font => {
  const name = bold ? 'bold' : 'regular'
  return (fonts[name] ??= fontkit.create(packageFile(name)))
}

/** What stands where in a line: its runs from left to right, and where each begins, in millimetres. */
export function placed(line: Line): Line[] {
  let x = line.x
  return visualRuns(line.text).map((text) => {
    const run = { ...line, text, x }
    x += widthOf(run)
    return run
  })
}

/** Millimetres. */
function widthOf(line: Pick<Line, 'text' | 'size' | 'bold'>): number {
  const font = fontOf(line)
  const units = visualRuns(line.text).reduce((sum, run) => sum + font.layout(run).advanceWidth, 0)
  return (units / font.unitsPerEm) * line.size
}

/** No line is made smaller than this. */
const smallest = 3.2

/** The line as it fits its width: smaller, and where that is not enough, cut with an ellipsis. */
export function fitted(line: Line): Line {
  const wanted = widthOf(line)
  if (wanted <= line.width) return line
  const size = Math.max(Math.min(smallest, line.size), (line.size * line.width) / wanted)
  const letters = [...new Intl.Segmenter().segment(line.text)].map(({ segment }) => segment)
  let text = line.text
  while (letters.length > 1 && widthOf({ ...line, size, text }) > line.width + 0.01) {
    letters.pop()
    text = `${letters.join('').trimEnd()}…`
  }
  return { ...line, size, text }
}
