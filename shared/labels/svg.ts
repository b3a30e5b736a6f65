import { drawCodes, type Drawing } from './codes.ts'
import { fontOf, layOutRuns, rowsOf } from './fonts.ts'
import type { Line, Sheet } from './sheet.ts'

/** The sheet as an SVG with text as outlines, which looks the same everywhere. */
export function toSvg(sheet: Sheet): string {
  const { width, height, lines, rules } = sheet
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...rules.map(({ x, y, width }) => `<rect x="${x}" y="${y}" width="${width}" height="0.4"/>`),
    ...drawCodes(sheet).map(shape),
    ...lines.flatMap(rowsOf).flatMap(layOutRuns).map(outline),
    '</svg>',
  ].join('\n')
}

const shape = ({ path, x, y, scale }: Drawing) =>
  `<path transform="translate(${x} ${y}) scale(${scale})" d="${path}" shape-rendering="crispEdges"/>`

/** A run's glyphs, in font units and flipped, since fonts measure from the bottom. */
function outline(line: Line): string {
  const font = fontOf(line)
  const { glyphs, positions } = font.layout(line.text)
  const scale = line.size / font.unitsPerEm
  let at = 0
  const paths = glyphs.map((glyph, n) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[n] ?? {}
    const path = glyph.path.toSVG()
    const drawn = path && `<path transform="translate(${at + xOffset} ${yOffset})" d="${path}"/>`
    at += xAdvance
    return drawn
  })
  return `<g transform="translate(${line.x} ${line.y}) scale(${scale} ${-scale})">${paths.join('')}</g>`
}
