import { gzipSync } from 'node:zlib'
import { accepts } from '../../../shared/http/accept.ts'
import type { SiteFile } from './files.ts'

/** In bytes (CloudFront developer guide, "Conditions for compression"). */
const sizes = { min: 1000, max: 10_000_000 }
/** The types of our files that CloudFront compresses (the same, "File types that CloudFront compresses"). */
const compressible = new Set([
  'application/json',
  'application/wasm',
  'image/svg+xml',
  'text/css',
  'text/html',
  'text/javascript',
  'text/plain',
])
const compressed = new WeakMap<SiteFile, SiteFile>()

/**
 * Returns a file as a behaviour that compresses serves it to a client with this Accept-Encoding. CloudFront also has
 * Brotli, which browsers accept with HTTPS only.
 */
export function compress(file: SiteFile, acceptEncoding: string | undefined): SiteFile {
  const [type = ''] = file.headers['content-type'].split(';')
  const { length } = file.body
  const isCompressible = compressible.has(type) && length >= sizes.min && length <= sizes.max
  if (!isCompressible || !accepts(acceptEncoding, 'gzip')) return file
  const found = compressed.get(file) ?? {
    body: gzipSync(file.body),
    // A weak entity tag, since the bytes differ (the same, "ETag header conversion").
    headers: { ...file.headers, 'content-encoding': 'gzip', etag: `W/${file.headers.etag}` },
  }
  compressed.set(file, found)
  return found
}
