import { escaped } from './xml.ts'

/** S3 API reference, "Error responses". */
export class S3Error extends Error {
  readonly code: string
  readonly status: number
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
  toXml(): string {
    return `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${this.code}</Code><Message>${escaped(this.message)}</Message></Error>`
  }
}

export const accessDenied = (message = 'Access Denied') => new S3Error(403, 'AccessDenied', message)

/** Throws the error for what S3 supports and the local S3 does not. `what` is a part of a sentence. */
export function notImplemented(what: string): never {
  throw new S3Error(501, 'NotImplemented', `The local S3 does not implement ${what}.`)
}
