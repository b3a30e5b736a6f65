import type { IncomingHttpHeaders } from 'node:http'
import { checksums } from './checksums.ts'
import { notImplemented, S3Error } from './error.ts'

type Headers = IncomingHttpHeaders

/** The content of an upload, and the checksums that the client sent with it, by header name. */
export interface Upload {
  content: Buffer
  checksums: Record<string, string>
}

/**
 * Reads an upload. Decodes the "aws-chunked" encoding that the SDK uses for streams, and verifies the checksums in the
 * headers or the trailer. Throws S3Error.
 */
export function readUpload(headers: Headers, body: Buffer): Upload {
  const chunked = headers['content-encoding']?.includes('aws-chunked')
  const { content, trailer } = chunked ? decodeChunks(body) : { content: body, trailer: {} }
  const length = headers['x-amz-decoded-content-length']
  if (length !== undefined && Number(length) !== content.length)
    throw new S3Error(400, 'IncompleteBody', 'The length of the body is not x-amz-decoded-content-length.')
  const sent: Record<string, string> = {}
  for (const [name, value] of Object.entries({ ...headers, ...trailer })) {
    if (!/^(content-md5|x-amz-checksum-.+)$/.test(name)) continue
    const sum = checksums[name] ?? notImplemented(`the checksum ${name}`)
    if (value !== sum(content)) throw new S3Error(400, 'BadDigest', `The ${name} does not match the body.`)
    if (name !== 'content-md5') sent[name] = value
  }
  return { content, checksums: sent }
}

/** Decodes chunks of `<hex length>[;…]\r\n<bytes>\r\n`, and the trailer after the empty chunk. */
function decodeChunks(body: Buffer): { content: Buffer; trailer: Headers } {
  const chunks: Buffer[] = []
  for (let at = 0; ;) {
    const end = body.indexOf('\r\n', at)
    const length = parseInt(body.toString('latin1', at, end), 16)
    if (end < 0 || Number.isNaN(length)) throw new S3Error(400, 'IncompleteBody', 'A chunk is truncated.')
    if (length === 0) {
      const lines = body.toString('latin1', end + 2).split('\r\n')
      const pairs = lines.map((line) => /^([^:]+):\s*(.*)$/.exec(line) ?? []).filter(([, name]) => name)
      return {
        content: Buffer.concat(chunks),
        trailer: Object.fromEntries(pairs.map(([, name = '', value]) => [name.toLowerCase(), value])),
      }
    }
    chunks.push(body.subarray(end + 2, end + 2 + length))
    at = end + 2 + length + 2
  }
}
