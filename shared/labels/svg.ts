import { create } from 'qrcode'
import { fontOf, layOutRuns, rowsOf } from './fonts.ts'
import type { Line, Sheet } from './sheet.ts'

/** The dark modules of a QR code, row by row. Level M survives a scratch (ISO/IEC 18004). */
export function qrModules(text: string): { size: number; dark(x: number, y: number): boolean } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  return { size: modules.size, dark: (x, y) => modules.get(y, x) === 1 }
}

/** A QR code as a path of runs, one unit per module. */
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

/** The sheet as an SVG with text as outlines, which looks the same everywhere. */
export function toSvg({ width, height, lines, rules, qr }: Sheet): string {
  const { size, path } = qrPath(qr.text)
  const scale = qr.size / size
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...rules.map(({ x, y, width }) => `<rect x="${x}" y="${y}" width="${width}" height="0.4"/>`),
    `<path transform="translate(${qr.x} ${qr.y}) scale(${scale})" d="${path}" shape-rendering="crispEdges"/>`,
    ...lines.flatMap(rowsOf).flatMap(layOutRuns).map(outline),
    '</svg>',
  ].join('\n')
}

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
