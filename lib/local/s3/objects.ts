import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { S3Error } from './error.ts'

/** The metadata that a client stores with an object. */
export interface ObjectProperties {
  /** Content type. */
  type: string
  /** Headers that reads return: `cache-control`, `content-encoding`, ..., and user metadata, `x-amz-meta-*`. */
  headers?: Record<string, string>
  /** Checksums by header, such as `x-amz-checksum-crc32`; returned on request. */
  checksums?: Record<string, string>
}

export interface StoredObject extends ObjectProperties {
  key: string
  /** MD5 of the content, quoted. */
  etag: string
  /** Milliseconds since 1970. */
  at: number
  size: number
}

/**
 * The objects of one bucket, one file each: a line of metadata as JSON, then the content. Files are written atomically,
 * so that a kill leaves no partial object.
 */
export function objectsIn(directory: string) {
  mkdirSync(directory, { recursive: true })
  const fileOf = (key: string) => join(directory, createHash('sha256').update(key).digest('hex'))
  const read = (file: string) => {
    const content = readFileSync(file)
    const end = content.indexOf('\n')
    return {
      metadata: JSON.parse(content.toString('utf8', 0, end)) as StoredObject,
      content: content.subarray(end + 1),
    }
  }
  return {
    /** When the bucket was created. */
    createdAt: statSync(directory).birthtime,
    put(key: string, content: Buffer, properties: ObjectProperties, at: Date): StoredObject {
      const etag = `"${createHash('md5').update(content).digest('hex')}"`
      const metadata = { key, etag, at: at.getTime(), size: content.length, ...properties }
      writeFileSync(
        `${fileOf(key)}.new`,
        Buffer.concat([Buffer.from(`${JSON.stringify(metadata)}\n`), content]),
      )
      renameSync(`${fileOf(key)}.new`, fileOf(key))
      return metadata
    },
    has: (key: string) => existsSync(fileOf(key)),
    /** Throws S3Error if there is no such object. */
    get(key: string): { metadata: StoredObject; content: Buffer } {
      if (!existsSync(fileOf(key))) throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist.')
      return read(fileOf(key))
    },
    delete: (key: string) => rmSync(fileOf(key), { force: true }),
    /** Sorted by key, in UTF-8 order as in S3. */
    list: (prefix: string): StoredObject[] =>
      readdirSync(directory)
        .filter((name) => !name.endsWith('.new'))
        .map((name) => read(join(directory, name)).metadata)
        .filter(({ key }) => key.startsWith(prefix))
        .sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key))),
    /** Deletes objects older than this. */
    expire(before: Date) {
      for (const { key, at } of this.list('')) if (at < before.getTime()) this.delete(key)
    },
  }
}
export type Objects = ReturnType<typeof objectsIn>
