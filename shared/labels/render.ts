import { toPdf } from './pdf.ts'
import { toPng } from './png.ts'
import type { Sheet } from './sheet.ts'
import { toSvg } from './svg.ts'
import { toZpl } from './zpl.ts'

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
