import { create } from 'qrcode'
import { fontOf, placed, rowsOf } from './fonts.ts'
import type { Line, Sheet } from './sheet.ts'

/** The modules of a QR code that are dark, row by row. Level M outlives a scratch (ISO/IEC 18004). */
export function qrModules(text: string): { size: number; dark(x: number, y: number): boolean } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  return { size: modules.size, dark: (x, y) => modules.get(y, x) === 1 }
}

/** A QR code as a path of runs, a unit a module. */
export function qrPath(text: string): { size: number; path: string } {
  const { size, dark } = qrModules(text)
  const runs: string[] = []
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const from = x
      while (x < size && dark(x, y)) x++
      if (x > from) runs.push(`M${from} ${y}h${x - from}v1h${from - x}z`)
    }
  return { size, path: runs.join('') }
}

/** The sheet as an SVG whose letters are outlines: it looks the same wherever it is shown, and holds nothing else. */
export function toSvg({ width, height, lines, rules, qr }: Sheet): string {
  const { size, path } = qrPath(qr.text)
  const scale = qr.size / size
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...rules.map(({ x, y, width }) => `<rect x="${x}" y="${y}" width="${width}" height="0.4"/>`),
    `<path transform="translate(${qr.x} ${qr.y}) scale(${scale})" d="${path}" shape-rendering="crispEdges"/>`,
    ...lines.flatMap(rowsOf).flatMap(placed).map(outline),
    '</svg>',
  ].join('\n')
}

/** A run's glyphs, in the font's own units and turned upside down, as fonts count from below. */
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
