import type { OperationTexts } from './operation.ts'

export const transfers: OperationTexts = {
  'POST /api/v1/imports': {
    description:
      'Post a multipart/form-data form to `upload.url` within an hour, with all of the fields, and the file as the last field, `file`: CSV of up to 20 MiB and 20,000 rows after its header. Its arrival starts the import; without one, the import is gone after a day. A further upload with the form has no effect. A company has 60 imports and exports an hour, which run one after the other.',
    example: {
      status: 'WAITING',
      rows: 0,
      imported: 0,
      failed: 0,
      ignored_columns: [],
      reason: null,
      encoding: null,
      delimiter: null,
      finished_at: null,
    },
  },
  'GET /api/v1/imports/{id}': {
    description:
      'While it is RUNNING, the numbers grow; when it is DONE, `imported` and `failed` together are `rows`. FAILED means that the file cannot be read, or a required column is missing: `reason` says what to do.',
  },
  'GET /api/v1/imports/{id}/errors.csv': {
    description:
      'Leads to a file with the header of the import and the rows that were not imported, as they were sent, and the columns `column` and `message`. Corrected, it can be imported as it is. 409 until the import is DONE.',
  },
  'POST /api/v1/exports': {
    description:
      'Filters are those of the list. CSV has the fields of a record as columns, and an apostrophe before what a spreadsheet would execute as a formula; an import removes it. `jsonl` has a JSON object on each line. A file has up to 100,000 rows.',
    example: {
      status: 'WAITING',
      rows: 0,
      reason: null,
      bytes: null,
      url: null,
      url_expires_at: null,
      finished_at: null,
    },
  },
  'GET /api/v1/exports/{id}': {
    description: 'Each answer has a new `url`, which anyone can read the file at for an hour.',
  },
}
