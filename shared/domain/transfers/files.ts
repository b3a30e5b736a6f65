/** The files of a transfer. The service creates their keys, which a client cannot choose. */
export interface TransferFiles {
  /** A form for an upload of 1 to `maxBytes` bytes as its last field, `file`, valid for `seconds`. */
  uploadForm(
    key: string,
    maxBytes: number,
    seconds: number,
  ): Promise<{ url: string; fields: Record<string, string> }>
  /** The bytes of a file; undefined if there is none. */
  read(key: string): Promise<Uint8Array | undefined>
  /** Stores a file, replacing one with the same key. */
  write(key: string, content: string | Uint8Array, type: string): Promise<void>
  /** Deletes a file, if it exists. */
  remove(key: string): Promise<void>
  /** A URL that anyone can read the file at, for `addressSeconds`, as a download of this name. */
  address(key: string, name: string): Promise<string>
}

/** The prefix of uploads, whose arrival starts their import. Nothing else has it. */
export const uploadPrefix = 'uploads/'

/** Where the upload of an import arrives. */
export const uploadKey = (tenantId: string, id: string) => `${uploadPrefix}${tenantId}/${id}`

/** The tenant and the import of an upload. */
export function ofUpload(key: string): { tenant_id: string; id: string } {
  const [tenant_id = '', id = ''] = key.slice(uploadPrefix.length).split('/')
  return { tenant_id, id }
}

/** The upload as the import reads it: later uploads with the same form do not change it. */
export const sourceKey = (tenantId: string, id: string) => `imports/${tenantId}/${id}/source.csv`
export const errorsKey = (tenantId: string, id: string) => `imports/${tenantId}/${id}/errors.csv`

/** The file of an export, its name for people, and its media type. */
export const exportFile = (
  tenantId: string,
  { id, kind, format, created_at }: { id: string; kind: string; format: 'csv' | 'jsonl'; created_at: string },
) => ({
  key: `exports/${tenantId}/${id}/${kind}.${format}`,
  name: `${kind}-${created_at.slice(0, 10)}.${format}`,
  type: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl; charset=utf-8',
})
/** A part of the file of an export that is not DONE. */
export const partKey = (tenantId: string, id: string, part: number) => `exports/${tenantId}/${id}/part-${part}`
