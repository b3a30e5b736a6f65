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
 * The objects of one bucket, a file each: a line that says what it is, and its bytes. A file is written whole or not at
 * all, so that nothing is half there after a kill.
 */
export function objectsIn(directory: string) {
  mkdirSync(directory, { recursive: true })
  const fileOf = (key: string) => join(directory, createHash('sha256').update(key).digest('hex'))
  const read = (file: string) => {
    const content = readFileSync(file)
    const end = content.indexOf('\n')
    return {
      about: JSON.parse(content.toString('utf8', 0, end)) as StoredObject,
      bytes: content.subarray(end + 1),
    }
  }
  return {
    put(key: string, bytes: Buffer, type: string, at: Date): StoredObject {
      const etag = `"${createHash('md5').update(bytes).digest('hex')}"`
      const about = { key, etag, type, at: at.getTime(), size: bytes.length }
      writeFileSync(`${fileOf(key)}.new`, Buffer.concat([Buffer.from(`${JSON.stringify(about)}\n`), bytes]))
      renameSync(`${fileOf(key)}.new`, fileOf(key))
      return about
    },
    has: (key: string) => existsSync(fileOf(key)),
    /** Throws an S3Error where there is none. */
    get(key: string): { about: StoredObject; bytes: Buffer } {
      if (!existsSync(fileOf(key))) throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist.')
      return read(fileOf(key))
    },
    delete: (key: string) => rmSync(fileOf(key), { force: true }),
    /** By their keys, in order. */
    list: (prefix: string): StoredObject[] =>
      readdirSync(directory)
        .filter((name) => !name.endsWith('.new'))
        .map((name) => read(join(directory, name)).about)
        .filter(({ key }) => key.startsWith(prefix))
        .sort((a, b) => (a.key < b.key ? -1 : 1)),
    /** Takes away what is older than this. */
    expire(before: Date) {
      for (const { key, at } of this.list('')) if (at < before.getTime()) this.delete(key)
    },
  }
}
export type Objects = ReturnType<typeof objectsIn>
