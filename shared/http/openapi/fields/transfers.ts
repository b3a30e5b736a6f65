import { field, type Fields } from './field.ts'
import { ids } from '../example-ids.ts'

const importId = '0192f3a4-28d9-79bc-93ef-0123456789ab'
const exportId = '0192f3a4-39ea-7acd-84f0-0123456789ab'
const moment = '2026-11-23T09:20:00.000Z'

/** Imports and exports. */
export const transfers: Fields = {
  import_id: field('The import’s id', importId),
  export_id: field('The export’s id', exportId),
  mapping: field(
    'Columns of the file by the field that they are, where their names differ; letter case, spaces, `_` and `-` do not matter',
    { Получатель: 'recipient_name' },
  ),
  dry_run: field('Whether only the counts and errors are made, and nothing is added', false),
  'NewImport.kind': field('What the rows become', 'shipments'),
  rows: field('The number of rows; 0 until they are read', 5000),
  imported: field('The number of rows that were added', 4963),
  failed: field('The number of rows that are wrong', 37),
  encoding: field('The encoding of the file; null until it is read', 'utf-8'),
  delimiter: field('What divides its cells; null until it is read', ';'),
  ignored_columns: field('Columns that are no field', ['Comment']),
  upload: field('The form of the upload'),
  'ImportUpload.url': field('Where the form is posted', 'https://files.s3.eu-west-1.amazonaws.com/'),
  filters: field('Filters of the list, by name', { status: 'IN_TRANSIT' }),
  'NewExport.kind': field('What the records are', 'shipments'),
  'NewExport.format': field('The form of the file', 'csv'),
  'ExportFilter.q': field('Words, each of which begins a word of a name', 'anna'),
  'ExportFilter.package_code': field('The code of one of its packages', 'PKG-7K2M9QX4TB'),
  'ExportFilter.created_from': field('The first moment or day of booking', '2026-11-01'),
  'ExportFilter.created_to': field('The last moment or day of booking', '2026-11-30'),
  'ImportUpload.max_bytes': field('The largest file that it accepts, in bytes', 20_971_520),
  'ImportUpload.expires_in': field('How long the form is valid, in seconds', 3600),
  bytes: field('The size of the file; null until it is DONE', 734_003),
  'FileAddress.url': field(
    'Where the file can be read, for an hour',
    'https://files.s3.eu-west-1.amazonaws.com/errors.csv',
  ),
  'Export.url': field(
    'Where anyone can read the file; null until it is DONE',
    'https://files.s3.eu-west-1.amazonaws.com/shipments.csv',
  ),
  url_expires_at: field('Until when that address is good, or null', moment),
  ...Object.fromEntries(
    ['Export', 'ListedExport'].map((schema) => [`${schema}.format`, field('The form of the file', 'csv')]),
  ),
  ...Object.fromEntries(
    ['Import', 'WaitingImport', 'Export', 'ListedExport'].flatMap((schema) => [
      [`${schema}.id`, field('Its id', schema.endsWith('Import') ? importId : exportId)],
      [`${schema}.kind`, field('What its records are', 'shipments')],
      [`${schema}.status`, field('How far it is', 'DONE')],
      [`${schema}.reason`, field('Why it is FAILED, in words; otherwise null', null)],
      [`${schema}.created_by`, field('The user or API key that requested it', ids.user)],
      [`${schema}.created_at`, field('When it was requested', moment)],
      [`${schema}.finished_at`, field('When it was over, or null', moment)],
    ]),
  ),
}
