import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type GetObjectCommandInput,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerOf } from '../../support/local/sdk-commands.ts'
import { localS3 } from './s3.fixture.ts'

let s3: Awaited<ReturnType<typeof localS3>>
beforeAll(async () => void (s3 = await localS3()))
afterAll(() => s3[Symbol.asyncDispose]())

const put = (Key: string, Body: string, more: Partial<PutObjectCommandInput> = {}) =>
  s3.client.send(new PutObjectCommand({ Bucket: 'photos', Key, Body, ...more }))
const get = (Key: string, more: Partial<GetObjectCommandInput> = {}) =>
  s3.client.send(new GetObjectCommand({ Bucket: 'photos', Key, ...more }))
const text = async (Key: string) => (await get(Key)).Body?.transformToString()

describe('a write', () => {
  test('with If-None-Match: * creates an object, and does not replace one', async () => {
    await put('new', 'first', { IfNoneMatch: '*' })
    await expect(put('new', 'second', { IfNoneMatch: '*' })).rejects.toMatchObject({
      name: 'PreconditionFailed',
      $metadata: { httpStatusCode: 412 },
    })
    expect(await text('new')).toBe('first')
  })

  test('with If-Match replaces only that object', async () => {
    const { ETag } = await put('matched', 'first')
    await put('matched', 'second', { IfMatch: ETag })
    await expect(put('matched', 'third', { IfMatch: ETag })).rejects.toThrow('pre-conditions')
    expect(await text('matched')).toBe('second')
    await expect(put('missing', 'x', { IfMatch: ETag })).rejects.toMatchObject({ name: 'NoSuchKey' })
  })

  test('deletes with If-Match only that object', async () => {
    const { ETag } = await put('deleted', 'x')
    const remove = (IfMatch: string | undefined) =>
      s3.client.send(new DeleteObjectCommand({ Bucket: 'photos', Key: 'deleted', IfMatch }))
    await expect(remove('"other"')).rejects.toMatchObject({ name: 'PreconditionFailed' })
    await remove(ETag)
    await expect(text('deleted')).rejects.toMatchObject({ name: 'NoSuchKey' })
  })
})

describe('a read', () => {
  const [past, future] = [new Date('2020-01-01'), new Date(Date.now() + 86_400_000)]
  const cases = (ETag: string): [Partial<GetObjectCommandInput>, number][] => [
    [{ IfMatch: ETag }, 200],
    [{ IfMatch: '"other"' }, 412],
    [{ IfNoneMatch: ETag }, 304],
    [{ IfNoneMatch: `"other", ${ETag}` }, 304],
    [{ IfNoneMatch: '"other"' }, 200],
    [{ IfModifiedSince: past }, 200],
    [{ IfModifiedSince: future }, 304],
    [{ IfUnmodifiedSince: past }, 412],
    [{ IfUnmodifiedSince: future }, 200],
    // RFC 9110, section 13.2.2: the entity tag precedes the date.
    [{ IfMatch: ETag, IfUnmodifiedSince: past }, 200],
    [{ IfNoneMatch: '"other"', IfModifiedSince: future }, 200],
  ]
  test('returns the object only if its conditions hold, as HEAD does', async () => {
    const { ETag = '' } = await put('read', 'x')
    for (const [conditions, status] of cases(ETag)) {
      const ask = { Bucket: 'photos', Key: 'read', ...conditions }
      for (const send of [
        () => s3.client.send(new GetObjectCommand(ask)),
        () => s3.client.send(new HeadObjectCommand(ask)),
      ])
        expect(await answerOf(send()), JSON.stringify(conditions)).toMatch(new RegExp(`^${status}`))
    }
  })

  test('returns the stored metadata and headers, or those that it overrides', async () => {
    const properties = {
      CacheControl: 'max-age=60',
      ContentDisposition: 'inline',
      ContentLanguage: 'ka',
      ContentType: 'text/x',
      ContentEncoding: 'br',
      Metadata: { author: 'anna', 'two-words': 'b' },
      Expires: new Date('2030-01-01'),
    }
    await put('described', 'x', properties)
    const { Expires, ...expected } = properties
    expect(await get('described')).toMatchObject({ ...expected, ExpiresString: Expires.toUTCString() })
    const overridden = await get('described', {
      ResponseContentType: 'text/plain',
      ResponseCacheControl: 'no-store',
    })
    expect(overridden).toMatchObject({
      ContentType: 'text/plain',
      CacheControl: 'no-store',
      ContentLanguage: 'ka',
    })
    await put('described', 'x')
    expect((await get('described')).Metadata).toEqual({})
    await expect(put('described', 'x', { Metadata: { long: 'x'.repeat(2049) } })).rejects.toMatchObject({
      name: 'MetadataTooLarge',
    })
  })

  test.each(['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'] as const)(
    'returns the checksum of the upload: %s',
    async (algorithm) => {
      /** Of "123456789": the check values of the CRC catalogue. */
      const known = { CRC32: 'y/Q5Jg==', CRC32C: '4waSgw==', CRC64NVME: 'rosUhgp5mIg=' } as Record<
        string,
        string
      >
      const sums = await put('summed', '123456789', {
        [`Checksum${algorithm}`]: known[algorithm],
        ...(known[algorithm] === undefined && { ChecksumAlgorithm: algorithm }),
      })
      const sum = sums[`Checksum${algorithm}`]
      expect(sum).toBe(known[algorithm] ?? sum)
      expect(sum).toBeTruthy()
      const ask = { Bucket: 'photos', Key: 'summed', ChecksumMode: 'ENABLED' as const }
      const head = await s3.client.send(new HeadObjectCommand(ask))
      expect(head[`Checksum${algorithm}`]).toBe(sum)
    },
  )
})
