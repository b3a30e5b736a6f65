import { toPdf } from './pdf.ts'
import type { Sheet } from './sheet.ts'
import { toZpl } from './zpl.ts'
import { drawCodes, type Drawing } from './codes.ts'
import { outlines, svg } from './outlines.ts'
import { rasterize } from './rasterize.ts'

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
    png: async () => (await rasterize(toSvg(sheet), sheet.width)).asPng(),
    svg: () => Buffer.from(toSvg(sheet)),
    zpl: async () => Buffer.from(await toZpl(sheet)),
  }
  return { type: labelTypes[format], bytes: await draw[format](), name: `${title}.${format}` }
}

/** The sheet as an SVG with text as outlines, which looks the same everywhere. */
function toSvg(sheet: Sheet): string {
  const { width, height, rows, rules } = sheet
  return svg(width, height, [
    ...rules.map(({ x, y, width }) => `<rect x="${x}" y="${y}" width="${width}" height="0.4"/>`),
    ...drawCodes(sheet).map(shape),
    ...rows.map(outlines),
  ])
}

const shape = ({ path, x, y, scale }: Drawing) =>
  `<path transform="translate(${x} ${y}) scale(${scale})" d="${path}" shape-rendering="crispEdges"/>`
