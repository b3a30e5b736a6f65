import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Bucket } from '../../../lib/local/s3/buckets.ts'
import { serveS3 } from '../../../lib/local/s3/server.ts'
import { objectsIn } from '../../../lib/local/s3/objects.ts'

// S3 of this machine, as the AWS SDK and a browser find it.
const directory = mkdtempSync(join(tmpdir(), 's3-test-'))
const bucket: Bucket = {
  name: 'photos',
  cors: [{ origins: ['https://a.example'], methods: ['POST'] }],
  sendsEvents: true,
}
const created: string[] = []
let server: Awaited<ReturnType<typeof serveS3>>
let s3: S3Client
const client = (more = {}) =>
  new S3Client({
    endpoint: server.url,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local', sessionToken: 'session' },
    maxAttempts: 1,
    ...more,
  })
beforeAll(async () => {
  server = await serveS3([bucket], directory, (_, { key }) => created.push(key))
  s3 = client()
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  rmSync(directory, { recursive: true })
})

const put = (Key: string, Body: Buffer | PassThrough, more = {}) =>
  s3.send(new PutObjectCommand({ Bucket: 'photos', Key, Body, ContentType: 'image/png', ...more }))
const get = async (Key: string, more = {}) => {
  const { Body, ...rest } = await s3.send(new GetObjectCommand({ Bucket: 'photos', Key, ...more }))
  return { ...rest, bytes: Buffer.from(await Body!.transformToByteArray()) }
}
const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, n) => n % 251))
/** A key with all that an address could stumble over. */
const odd = 'a b/ü+%2F&=?#/გიორგი’(1)*!.png'

describe('an object', () => {
  test.each(['plain/key', odd])('is read as it was written: %s', async (key) => {
    await put(key, bytes)
    expect(created.at(-1)).toBe(key)
    const read = await get(key)
    expect(read.bytes.equals(bytes)).toBe(true)
    expect(read).toMatchObject({ ContentType: 'image/png', ContentLength: bytes.length })
    const head = await s3.send(new HeadObjectCommand({ Bucket: 'photos', Key: key }))
    expect(head).toMatchObject({ ETag: read.ETag, ContentLength: bytes.length })
  })

  test('that is streamed comes in chunks, with its checksum behind', async () => {
    const stream = new PassThrough()
    stream.end(bytes)
    await put('streamed', stream, { ContentLength: bytes.length, ChecksumAlgorithm: 'CRC32' })
    expect((await get('streamed')).bytes.equals(bytes)).toBe(true)
  })

  test('is read in part', async () => {
    await put('ranged', bytes)
    for (const [range, part] of [
      ['bytes=0-9', bytes.subarray(0, 10)],
      ['bytes=69990-', bytes.subarray(69_990)],
      ['bytes=-5', bytes.subarray(-5)],
      ['bytes=69999-99999', bytes.subarray(69_999)],
    ] as const)
      expect((await get('ranged', { Range: range })).bytes.equals(part), range).toBe(true)
    await expect(get('ranged', { Range: 'bytes=70000-' })).rejects.toThrow('not satisfiable')
  })

  test('that is deleted is gone, and deleting it again is no fault', async () => {
    await put('gone', bytes)
    for (let n = 0; n < 2; n++) await s3.send(new DeleteObjectCommand({ Bucket: 'photos', Key: 'gone' }))
    await expect(get('gone')).rejects.toMatchObject({ name: 'NoSuchKey' })
  })

  test('is listed by its prefix, over pages', async () => {
    for (const n of [1, 2, 3, 4, 5]) await put(`list/${n}&<`, bytes)
    const keys: string[] = []
    let after: string | undefined
    do {
      const page = await s3.send(
        new ListObjectsV2Command({ Bucket: 'photos', Prefix: 'list/', MaxKeys: 2, ContinuationToken: after }),
      )
      keys.push(...page.Contents!.map(({ Key }) => Key!))
      after = page.NextContinuationToken
    } while (after)
    expect(keys).toEqual([1, 2, 3, 4, 5].map((n) => `list/${n}&<`))
  })

  test('outlives a restart', async () => {
    await put('kept', bytes)
    expect(objectsIn(join(directory, 'photos')).get('kept').content.equals(bytes)).toBe(true)
  })

  test('is taken away when its time is over', () => {
    const objects = objectsIn(join(directory, 'aged'))
    objects.put('old', bytes, 'image/png', new Date('2026-01-01'))
    objects.put('new', bytes, 'image/png', new Date('2026-01-03'))
    objects.expire(new Date('2026-01-02'))
    expect(objects.list('').map(({ key }) => key)).toEqual(['new'])
  })
})

describe('is refused', () => {
  test('signed with another key, or not at all', async () => {
    const stranger = client({ credentials: { accessKeyId: 'local', secretAccessKey: 'other' } })
    const ask = new GetObjectCommand({ Bucket: 'photos', Key: 'kept' })
    await expect(stranger.send(ask)).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' })
    const unknownKey = client({ credentials: { accessKeyId: 'nobody', secretAccessKey: 'local' } })
    await expect(unknownKey.send(ask)).rejects.toMatchObject({ name: 'InvalidAccessKeyId' })
    expect((await fetch(`${server.url}/photos/kept`)).status).toBe(403)
    expect((await fetch(`${server.url}/photos/kept`, { method: 'PUT', body: 'x' })).status).toBe(403)
  })

  test('a body that is not the one that was signed or summed', async () => {
    const wrong = put('wrong', bytes, { ChecksumCRC32: 'AAAAAA==' })
    await expect(wrong).rejects.toMatchObject({ name: 'BadDigest' })
    await expect(put('wrong', bytes, { ContentMD5: 'AAAAAAAAAAAAAAAAAAAAAA==' })).rejects.toThrow('content-md5')
    await expect(get('wrong')).rejects.toMatchObject({ name: 'NoSuchKey' })
  })

  test('a bucket that is none', async () => {
    const ask = new GetObjectCommand({ Bucket: 'other', Key: 'kept' })
    await expect(s3.send(ask)).rejects.toMatchObject({ name: 'NoSuchBucket' })
  })
})

describe('a signed address', () => {
  const sign = (expiresIn: number, signingDate = new Date()) =>
    getSignedUrl(s3, new GetObjectCommand({ Bucket: 'photos', Key: odd }), { expiresIn, signingDate })

  test('is good until it expires, for what it names', async () => {
    expect((await fetch(await sign(60))).status).toBe(200)
    expect((await fetch(await sign(60, new Date(Date.now() - 61_000)))).status).toBe(403)
    const url = new URL(await sign(60))
    url.pathname = '/photos/kept'
    expect((await fetch(url)).status).toBe(403)
    expect((await fetch(await sign(60), { method: 'DELETE' })).status).toBe(403)
  })
})

describe('a signed form', () => {
  const sign = (Conditions: any[] = [['content-length-range', 2, 10]], Expires = 60) =>
    createPresignedPost(s3, { Bucket: 'photos', Key: 'form', Conditions, Expires })
  async function post(
    { url, fields }: { url: string; fields: Record<string, string> },
    file: string,
    more = {},
  ) {
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...fields, ...more })) form.append(name, value)
    form.append('file', new Blob([file]))
    const response = await fetch(url, { method: 'POST', body: form, headers: { origin: 'https://a.example' } })
    return { status: response.status, text: await response.text(), headers: response.headers }
  }

  test('accepts what its policy allows, and answers a browser of that origin', async () => {
    const { status, headers } = await post(await sign(), 'hello')
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, 'https://a.example'])
    expect((await get('form')).bytes.toString()).toBe('hello')
  })
  test.each([
    ['x', {}, /EntityTooSmall/],
    ['eleven byte', {}, /EntityTooLarge/],
    ['hello', { key: 'other' }, /AccessDenied.*\$key/s],
    ['hello', { acl: 'public-read' }, /Extra input fields: acl/],
    ['hello', { Policy: Buffer.from('{}').toString('base64') }, /SignatureDoesNotMatch/],
  ])('refuses %s with %j', async (file, more, why) => {
    const { status, text } = await post(await sign(), file, more)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(text).toMatch(why)
  })
  test('is good for its time', async () => {
    expect((await post(await sign(undefined, -1), 'hello')).text).toContain('Policy expired')
  })
  test('a preflight from another origin gets no CORS headers', async () => {
    const ask = (origin: string) =>
      fetch(`${server.url}/photos`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      })
    expect((await ask('https://a.example')).headers.get('access-control-allow-methods')).toBe('POST')
    expect((await ask('https://b.example')).headers.get('access-control-allow-origin')).toBeNull()
  })
})
