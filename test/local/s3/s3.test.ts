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

// The local S3 server, used through the AWS SDK and as a browser would use it.
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
  server = await serveS3([bucket], directory, (_, { key }) => created.push(key), undefined, [
    'a.example',
    'b.example',
  ])
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
/** A key with characters that need encoding in a URL. */
const odd = 'a b/ü+%2F&=?#/გიორგი’(1)*!.png'

describe('an object', () => {
  test.each(['plain/key', odd])('has the bytes and type with which it was written: %s', async (key) => {
    await put(key, bytes)
    expect(created.at(-1)).toBe(key)
    const read = await get(key)
    expect(read.bytes.equals(bytes)).toBe(true)
    expect(read).toMatchObject({ ContentType: 'image/png', ContentLength: bytes.length })
    const head = await s3.send(new HeadObjectCommand({ Bucket: 'photos', Key: key }))
    expect(head).toMatchObject({ ETag: read.ETag, ContentLength: bytes.length })
  })

  test('can be streamed in chunks, with its checksum as trailer', async () => {
    const stream = new PassThrough()
    stream.end(bytes)
    await put('streamed', stream, { ContentLength: bytes.length, ChecksumAlgorithm: 'CRC32' })
    expect((await get('streamed')).bytes.equals(bytes)).toBe(true)
  })

  test('can be read in part', async () => {
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

  test('can be deleted, and deleting it again succeeds', async () => {
    await put('deleted', bytes)
    for (let n = 0; n < 2; n++) await s3.send(new DeleteObjectCommand({ Bucket: 'photos', Key: 'deleted' }))
    await expect(get('deleted')).rejects.toMatchObject({ name: 'NoSuchKey' })
  })

  test('is listed by its prefix, with pages', async () => {
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

  test('is kept over a restart', async () => {
    await put('kept', bytes)
    expect(objectsIn(join(directory, 'photos')).get('kept').content.equals(bytes)).toBe(true)
  })

  test('is deleted when it expires', () => {
    const objects = objectsIn(join(directory, 'aged'))
    objects.put('old', bytes, { type: 'image/png' }, new Date('2026-01-01'))
    objects.put('new', bytes, { type: 'image/png' }, new Date('2026-01-03'))
    objects.expire(new Date('2026-01-02'))
    expect(objects.list('').map(({ key }) => key)).toEqual(['new'])
  })
})

describe('the server refuses', () => {
  test('a request that is signed with another key, or not at all', async () => {
    const otherKey = client({ credentials: { accessKeyId: 'local', secretAccessKey: 'other' } })
    const ask = new GetObjectCommand({ Bucket: 'photos', Key: 'kept' })
    await expect(otherKey.send(ask)).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' })
    const unknownKey = client({ credentials: { accessKeyId: 'nobody', secretAccessKey: 'local' } })
    await expect(unknownKey.send(ask)).rejects.toMatchObject({ name: 'InvalidAccessKeyId' })
    expect((await fetch(`${server.url}/photos/kept`)).status).toBe(403)
    expect((await fetch(`${server.url}/photos/kept`, { method: 'PUT', body: 'x' })).status).toBe(403)
  })

  test('a body that does not match its checksum', async () => {
    const wrong = put('wrong', bytes, { ChecksumCRC32: 'AAAAAA==' })
    await expect(wrong).rejects.toMatchObject({ name: 'BadDigest' })
    await expect(put('wrong', bytes, { ContentMD5: 'AAAAAAAAAAAAAAAAAAAAAA==' })).rejects.toThrow('content-md5')
    await expect(get('wrong')).rejects.toMatchObject({ name: 'NoSuchKey' })
  })

  test('an unknown bucket', async () => {
    const ask = new GetObjectCommand({ Bucket: 'other', Key: 'kept' })
    await expect(s3.send(ask)).rejects.toMatchObject({ name: 'NoSuchBucket' })
  })
})

describe('a presigned URL', () => {
  const sign = (expiresIn: number, signingDate = new Date()) =>
    getSignedUrl(s3, new GetObjectCommand({ Bucket: 'photos', Key: odd }), { expiresIn, signingDate })

  test('is good for its object and method until it expires', async () => {
    expect((await fetch(await sign(60))).status).toBe(200)
    expect((await fetch(await sign(60, new Date(Date.now() - 61_000)))).status).toBe(403)
    const url = new URL(await sign(60))
    url.pathname = '/photos/kept'
    expect((await fetch(url)).status).toBe(403)
    expect((await fetch(await sign(60), { method: 'DELETE' })).status).toBe(403)
  })
})

describe('a presigned form', () => {
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

  test('accepts an upload that its policy allows, with CORS headers for the configured origin', async () => {
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
  ])('refuses the file "%s" with the fields %j', async (file, more, why) => {
    const { status, text } = await post(await sign(), file, more)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(text).toMatch(why)
  })
  test('is refused after it has expired', async () => {
    expect((await post(await sign(undefined, -1), 'hello')).text).toContain('Policy expired')
  })
  test('gets CORS headers in a preflight response for its own origin only', async () => {
    const ask = (origin: string) =>
      fetch(`${server.url}/photos`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      })
    expect((await ask('https://a.example')).headers.get('access-control-allow-methods')).toBe('POST')
    expect((await ask('https://b.example')).headers.get('access-control-allow-origin')).toBeNull()
    // A page of the internet, whose script may know the local keys.
    expect((await ask('https://attacker.example')).status).toBe(403)
  })
})
