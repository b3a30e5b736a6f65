import type { PDFFont, PDFPage } from 'pdf-lib'
import type { Manifest, ManifestRow } from '../domain/labels/manifest.ts'
import { packageCount } from './sheet.ts'
import { black, drawLine, newPdf, points } from './pdf.ts'

/** A4 portrait, in millimetres. */
const page = { width: 210, height: 297, margin: 12 }
const rowHeight = 6
const columns: { title: string; width: number; of(row: ManifestRow, n: number): string }[] = [
  { title: '#', width: 8, of: (_row, n) => String(n) },
  { title: 'Package', width: 37, of: ({ qr_code }) => qr_code },
  { title: 'Tracking', width: 42, of: ({ tracking_id }) => tracking_id },
  { title: 'Recipient', width: 34, of: ({ recipient_name }) => recipient_name },
  { title: 'Contents', width: 29, of: ({ description, category }) => description || category },
  { title: 'To', width: 20, of: ({ destination }) => destination },
  { title: 'kg', width: 14, of: ({ weight_kg }) => String(weight_kg) },
]

/** The manifest, with the table's head and the page number on each page. */
export async function manifestPdf(manifest: Manifest, made: Date): Promise<Uint8Array> {
  const { pdf, regular, bold } = await newPdf(`Manifest ${manifest.label}`, made)
  const write = (
    to: PDFPage,
    text: string,
    x: number,
    y: number,
    width: number,
    size = 3.4,
    font: PDFFont = regular,
  ) => {
    if (text) drawLine(to, { text, x, y, size, width, bold: font === bold }, font, page.height)
  }
  const rule = (on: PDFPage, y: number) =>
    on.drawRectangle({
      x: points(page.margin),
      y: points(page.height - y),
      width: points(page.width - 2 * page.margin),
      height: points(0.2),
      color: black,
    })
  const cells = (on: PDFPage, y: number, texts: string[], font: PDFFont) => {
    let x = page.margin
    for (const [n, { width }] of columns.entries()) {
      write(on, texts[n] ?? '', x, y, width - 2, 3.4, font)
      x += width
    }
  }

  let [on, y] = newPage()
  const inner = page.width - 2 * page.margin
  for (const { text, size, isBold } of heading(manifest)) {
    y += size * 0.7
    write(on, text, page.margin, y, inner, size, isBold ? bold : regular)
    y += size * 0.3 + 2
  }
  y += 7
  head()
  for (const [n, row] of manifest.rows.entries()) {
    if (y > page.height - page.margin - rowHeight) {
      ;[on, y] = newPage()
      head()
    }
    cells(
      on,
      y,
      columns.map(({ of }) => of(row, n + 1)),
      regular,
    )
    y += rowHeight
  }
  const pages = pdf.getPages()
  for (const [n, each] of pages.entries())
    write(each, `${manifest.label} · ${n + 1} / ${pages.length}`, page.margin, page.height - 7, inner, 3.2)
  return pdf.save()

  function newPage(): [PDFPage, number] {
    return [pdf.addPage([points(page.width), points(page.height)]), page.margin + 4]
  }
  function head() {
    cells(
      on,
      y,
      columns.map(({ title }) => title),
      bold,
    )
    rule(on, y + 2)
    y += rowHeight + 1
  }
}

/** The lines above the table: the route is as large as on the bag’s label. */
const heading = ({ label, origin, destination, courier, flight, airline, tag, status, ...totals }: Manifest) =>
  [
    { text: `${origin} → ${destination}`, size: 11, isBold: true },
    { text: `Manifest of bag ${label}`, size: 6, isBold: true },
    ...[
      `${packageCount(totals.total_packages)}, ${totals.total_weight_kg} kg, ${status}`,
      [courier && `Courier: ${courier}`, flight && `Flight: ${flight}`, airline].filter(Boolean).join('   '),
      tag && `Airline tag: ${tag}`,
    ].map((text) => ({ text, size: 4, isBold: false })),
  ].filter(({ text }) => text)
