import { toPdf } from './pdf.ts'
import type { Sheet, Line } from './sheet.ts'
import { toZpl } from './zpl.ts'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { dotsPerMillimetre, drawCodes, type Drawing } from './codes.ts'
import { packageFile } from './package-file.ts'
import { fontOf, layOutRuns, rowsOf } from './fonts.ts'

/** The label formats and their media types. */
export const labelTypes = {
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  zpl: 'application/zpl',
} as const
export type LabelFormat = keyof typeof labelTypes
export const labelFormats = Object.keys(labelTypes) as [LabelFormat, ...LabelFormat[]]

/** Draws a sheet. `title` names the file; `made` is its date, so that the same label has the same bytes. */
export async function render(format: LabelFormat, sheet: Sheet, title: string, made: Date) {
  const draw = {
    pdf: () => toPdf(title, made, sheet),
    png: () => toPng(toSvg(sheet), sheet.width),
    svg: () => Buffer.from(toSvg(sheet)),
    zpl: () => Buffer.from(toZpl(sheet)),
  }
  return { type: labelTypes[format], bytes: await draw[format](), name: `${title}.${format}` }
}

let ready: Promise<void> | undefined
/** Draws an SVG of this width (millimetres) as a PNG. */
async function toPng(svg: string, width: number): Promise<Uint8Array> {
  await (ready ??= initWasm(packageFile('resvg')))
  const resvg = new Resvg(svg, {
    fitTo: { mode: 'width', value: width * dotsPerMillimetre },
    background: '#fff',
    font: { loadSystemFonts: false },
  })
  try {
    return resvg.render().asPng()
  } finally {
    resvg.free()
  }
}

/** The sheet as an SVG with text as outlines, which looks the same everywhere. */
function toSvg(sheet: Sheet): string {
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
