import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { S3Error } from './error.ts'

export interface StoredObject {
  key: string
  etag: string
  type: string
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
    put(key: string, content: Buffer, type: string, at: Date): StoredObject {
      const etag = `"${createHash('md5').update(content).digest('hex')}"`
      const metadata = { key, etag, type, at: at.getTime(), size: content.length }
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
    /** Sorted by key. */
    list: (prefix: string): StoredObject[] =>
      readdirSync(directory)
        .filter((name) => !name.endsWith('.new'))
        .map((name) => read(join(directory, name)).metadata)
        .filter(({ key }) => key.startsWith(prefix))
        .sort((a, b) => (a.key < b.key ? -1 : 1)),
    /** Deletes objects older than this. */
    expire(before: Date) {
      for (const { key, at } of this.list('')) if (at < before.getTime()) this.delete(key)
    },
  }
}
export type Objects = ReturnType<typeof objectsIn>
