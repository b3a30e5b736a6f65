import type { Manifest, ManifestRow } from '../domain/labels/manifest.ts'
import { defaultCategory } from '../domain/packages/default-category.ts'
import { drawQrCode } from './codes.ts'
import { fit, type Paragraph } from './fit.ts'
import { drawPath, drawRule, newPaper } from './pdf.ts'
import type { Row } from './runs.ts'
import { packageCount } from './sheet.ts'
import { statusWords } from './status-words.ts'
import { openTypefaces } from './typeface.ts'

/** A4 portrait, in millimetres. */
const paper = { width: 210, height: 297, margin: 12 }
const inner = paper.width - 2 * paper.margin
/** Between cells, and between rows. */
const [gap, space] = [2, 1]
const [qrSize, signatureWidth] = [28, 80]
/** What customs read: the category by default is a code. */
const contentsOf = ({ description, category }: ManifestRow) =>
  description || (category === defaultCategory ? 'General goods' : category)
/** A courier needs a whole name; a description may end with an ellipsis. */
const columns: { title: string; width: number; rows?: number; of(row: ManifestRow, n: number): string }[] = [
  { title: '#', width: 8, of: (_row, n) => String(n) },
  { title: 'Package', width: 37, of: ({ qr_code }) => qr_code },
  { title: 'Tracking', width: 42, of: ({ tracking_id }) => tracking_id },
  { title: 'Recipient', width: 34, of: ({ recipient_name }) => recipient_name },
  { title: 'Contents', width: 29, rows: 3, of: contentsOf },
  { title: 'To', width: 20, of: ({ destination }) => destination },
  { title: 'kg', width: 16, of: ({ weight_kg }) => String(weight_kg) },
]

/** The manifest, with the table's head and the page number on each page, the totals and the signatures below the last row. */
export async function manifestPdf(manifest: Manifest, made: Date): Promise<Uint8Array> {
  await openTypefaces([JSON.stringify(manifest), '→…·'])
  const document = await newPaper(`Manifest ${manifest.label}`, made)
  let [on, y] = [document.page(paper.width, paper.height), paper.margin]
  const pages = [on]
  const room = (height: number) => {
    if (y + height <= paper.height - paper.margin - 4) return false
    on = document.page(paper.width, paper.height)
    pages.push(on)
    y = paper.margin
    return true
  }
  const write = (rows: readonly Row[]) =>
    document.write(
      on,
      rows.map((row) => ({ ...row, y: row.y + y })),
    )
  const rule = () => drawRule(on, { x: paper.margin, y, width: inner }, 0.2)

  const heading = fit(headingOf(manifest), {
    x: paper.margin,
    y: 0,
    width: inner - qrSize - 4,
    height: Infinity,
  })
  write(heading.rows)
  drawPath(on, drawQrCode({ text: manifest.qr, x: paper.width - paper.margin - qrSize, y, size: qrSize }))
  y += Math.max(heading.height, qrSize) + 5
  tableHead()
  for (const [n, row] of manifest.rows.entries()) {
    const { rows, height } = cells(
      columns.map((column) => ({
        text: column.of(row, n + 1),
        size: 3.4,
        ...(column.rows && { rows: column.rows }),
      })),
    )
    if (room(height)) tableHead()
    write(rows)
    y += height + space
  }
  rule()
  y += space
  const totals = cells(
    ['', 'Total', packageCount(manifest.total_packages), '', '', '', String(manifest.total_weight_kg)].map(
      (text) => ({ text, size: 3.4, bold: true }),
    ),
  )
  room(totals.height + 30)
  write(totals.rows)
  y += totals.height + 16
  for (const [n, title] of [
    'Handed over by the warehouse',
    `Received by the courier${manifest.courier && `, ${manifest.courier}`}`,
  ].entries()) {
    const x = paper.margin + n * (inner - signatureWidth)
    drawRule(on, { x, y, width: signatureWidth }, 0.2)
    write(
      fit(
        [
          { text: title, size: 3.2 },
          { text: 'Name, date, signature', size: 2.8 },
        ],
        { x, y: 1, width: signatureWidth, height: 12 },
      ).rows,
    )
  }

  for (const [n, page] of pages.entries()) {
    const text = `${manifest.label} · ${n + 1} / ${pages.length}`
    document.write(
      page,
      fit([{ text, size: 3.2 }], { x: paper.margin, y: paper.height - 10, width: inner, height: 5 }).rows,
    )
  }
  return document.save()

  function tableHead() {
    const { rows, height } = cells(columns.map(({ title }) => ({ text: title, size: 3.4, bold: true })))
    write(rows)
    y += height
    rule()
    y += space
  }
}

/** A row of the table, at the top of nothing yet. */
function cells(paragraphs: readonly Paragraph[]): { rows: Row[]; height: number } {
  let x = paper.margin
  const fitted = columns.map(({ width }, n) => {
    const cell = fit(paragraphs.slice(n, n + 1), { x, y: 0, width: width - gap, height: 40 })
    x += width
    return cell
  })
  return { rows: fitted.flatMap(({ rows }) => rows), height: Math.max(...fitted.map(({ height }) => height)) }
}

/** The lines above the table: the route is as large as on the bag’s label. */
const headingOf = ({
  label,
  company,
  origin,
  destination,
  courier,
  flight,
  departure,
  airline,
  tag,
  status,
  ...totals
}: Manifest): Paragraph[] => [
  { text: company, size: 4 },
  { text: `${origin} → ${destination}`, size: 11, bold: true },
  { text: `Manifest of bag ${label}`, size: 6, bold: true },
  ...[
    `${packageCount(totals.total_packages)}, ${totals.total_weight_kg} kg, ${statusWords(status)}`,
    [flight && `Flight: ${flight}`, airline, departure].filter(Boolean).join(' · '),
    [courier && `Courier: ${courier}`, tag && `Airline tag: ${tag}`].filter(Boolean).join(' · '),
  ].map((text) => ({ text, size: 4 })),
]
