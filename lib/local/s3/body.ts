import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { crc32 } from 'node:zlib'
import { S3Error } from './error.ts'

type Headers = IncomingHttpHeaders

/**
 * Returns the content of an upload. Decodes the "aws-chunked" encoding that the SDK uses for streams, and verifies the
 * checksums in the headers or the trailer. Throws S3Error.
 */
export function contentOf(headers: Headers, body: Buffer): Buffer {
  const chunked = headers['content-encoding']?.includes('aws-chunked')
  const { content, trailer } = chunked ? decodeChunks(body) : { content: body, trailer: {} }
  const length = headers['x-amz-decoded-content-length']
  if (length !== undefined && Number(length) !== content.length)
    throw new S3Error(400, 'IncompleteBody', 'The length of the body is not x-amz-decoded-content-length.')
  const sums: Headers = { ...headers, ...trailer }
  for (const [name, sum] of Object.entries(checksums))
    if (sums[name] !== undefined && sums[name] !== sum(content))
      throw new S3Error(400, 'BadDigest', `The ${name} does not match the body.`)
  return content
}

const hash = (algorithm: string) => (content: Buffer) => createHash(algorithm).update(content).digest('base64')
export const checksums: Record<string, (content: Buffer) => string> = {
  'content-md5': hash('md5'),
  'x-amz-checksum-sha1': hash('sha1'),
  'x-amz-checksum-sha256': hash('sha256'),
  'x-amz-checksum-crc32'(content) {
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(content))
    return sum.toString('base64')
  },
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
