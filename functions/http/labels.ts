import * as z from 'zod'
import { commonTexts } from '../../shared/domain/kernel/field-texts.ts'
import type { TableRights } from '../../shared/db/rights.ts'
import { cutWarnings, printWarnings } from '../../shared/domain/labels/warnings.ts'
import { bagLabel, printLabel, type Titled } from '../../shared/domain/labels/labels.ts'
import { readManifest } from '../../shared/domain/labels/manifest.ts'
import { placesFile } from '../../shared/domain/kernel/places.ts'
import { countDocument } from '../../shared/domain/kernel/quota.ts'
import { roles } from '../../shared/domain/kernel/roles.ts'
import { lambda } from '../../shared/http/pipeline.ts'
import { FileReply } from '../../shared/http/routing/reply.ts'
import { route } from '../../shared/http/routing/route.ts'
import { manifestCsv } from '../../shared/labels/manifest-csv.ts'
import { manifestPdf } from '../../shared/labels/manifest-pdf.ts'
import { fontAssets } from '../../shared/labels/font-files.ts'
import { resvgFile } from '../../shared/labels/rasterize.ts'
import { labelFormats, labelTypes, render, type LabelFormat } from '../../shared/labels/render.ts'
import { bagSheet, labelSheet, type Sheet } from '../../shared/labels/sheet.ts'
import type { SecretName } from '../../shared/config/secrets.ts'
import { lazySchema } from '../../shared/core/lazy-schema.ts'

export const secrets: readonly SecretName[] = ['qr', 'verification']
export const table: TableRights = {
  tenant: ['GetItem', 'BatchGetItem', 'Query', 'PutItem'],
  limits: ['UpdateItem'],
  quotas: ['UpdateItem'],
}
/** Assets that the bundle needs. */
export const files = () => [...fontAssets(), resvgFile, placesFile]

const LabelQuery = lazySchema(() =>
  z.object({ format: z.enum(labelFormats).default('pdf').meta(commonTexts.format) }),
)
const ManifestQuery = lazySchema(() =>
  z.object({ format: z.enum(['pdf', 'csv']).default('pdf').meta(commonTexts.format) }),
)
const csv = 'text/csv; charset=utf-8'

const refuses = ['too_many_requests'] as const

/** A drawn sheet, with warnings for what it cannot show of its fields. */
const print = async (
  format: LabelFormat,
  sheet: Sheet,
  { title, fields }: Pick<Titled, 'title' | 'fields'>,
  made: Date,
) => ({
  ...(await render(format, sheet, title, made)),
  warnings: [...printWarnings(fields), ...cutWarnings(fields, sheet.cut)],
})

export const routes = [
  route('GET /api/v1/packages/{id}/label', {
    summary: 'The label of a package, 100 × 150 mm',
    description: 'Printing adds an event to the timeline, at most one per user in ten minutes.',
    roles,
    query: LabelQuery,
    reply: FileReply,
    refuses,
    produces: Object.values(labelTypes),
    decide: async ({ ctx, params, query }) => {
      await countDocument(ctx)
      const { writes, label, title, fields } = await printLabel(ctx, params.id)
      return { writes, result: await print(query.format, await labelSheet(label), { title, fields }, ctx.now) }
    },
  }),
  route('GET /api/v1/bags/{id}/label', {
    summary: 'The label of a bag, 100 × 150 mm',
    roles,
    query: LabelQuery,
    reply: FileReply,
    refuses,
    produces: Object.values(labelTypes),
    read: async ({ ctx, params, query }) => {
      await countDocument(ctx)
      const { label, title, fields } = await bagLabel(ctx, params.id)
      return print(query.format, await bagSheet(label), { title, fields }, ctx.now)
    },
  }),
  route('GET /api/v1/bags/{id}/manifest', {
    summary: 'The manifest of a bag, as PDF or CSV',
    roles,
    query: ManifestQuery,
    reply: FileReply,
    refuses,
    produces: ['application/pdf', csv],
    read: async ({ ctx, params, query }) => {
      const manifest = await readManifest(ctx, params.id)
      await countDocument(ctx, query.format === 'pdf' ? manifest.rows.length : 0)
      const name = `manifest-${params.id}.${query.format}`
      if (query.format === 'csv') return { type: csv, bytes: manifestCsv(manifest), name }
      return { type: 'application/pdf', bytes: await manifestPdf(manifest, ctx.now), name }
    },
  }),
]

export const handler = lambda(routes)
