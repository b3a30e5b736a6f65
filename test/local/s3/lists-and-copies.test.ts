import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type CopyObjectCommandInput,
  type ListObjectsV2CommandInput,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localS3 } from './s3.fixture.ts'

let s3: Awaited<ReturnType<typeof localS3>>
beforeAll(async () => void (s3 = await localS3()))
afterAll(() => s3[Symbol.asyncDispose]())

const put = (Key: string, Body = 'x', more = {}) =>
  s3.client.send(new PutObjectCommand({ Bucket: 'photos', Key, Body, ...more }))
const list = (more: Partial<ListObjectsV2CommandInput> = {}) =>
  s3.client.send(new ListObjectsV2Command({ Bucket: 'photos', ...more }))

test('buckets are listed, and a missing one is not found', async () => {
  const { Buckets } = await s3.client.send(new ListBucketsCommand({}))
  expect(Buckets?.map(({ Name }) => Name)).toEqual(['photos', 'uploads'])
  await s3.client.send(new HeadBucketCommand({ Bucket: 'uploads' }))
  await expect(s3.client.send(new HeadBucketCommand({ Bucket: 'other' }))).rejects.toMatchObject({
    $metadata: { httpStatusCode: 404 },
  })
})

describe('a list', () => {
  test('has the ETag and size of objects, and groups keys by a delimiter', async () => {
    const keys = ['list/a', 'list/b/1', 'list/b/2', 'list/c & <d>', 'list/ü/1', 'other']
    for (const key of keys) await put(key)
    const page = await list({ Prefix: 'list/', Delimiter: '/' })
    expect(page.CommonPrefixes).toEqual([{ Prefix: 'list/b/' }, { Prefix: 'list/ü/' }])
    expect(page.Contents).toMatchObject([
      { Key: 'list/a', ETag: '"9dd4e461268c8034f5c8564e155c67a6"', Size: 1, StorageClass: 'STANDARD' },
      { Key: 'list/c & <d>' },
    ])
    expect(page).toMatchObject({ KeyCount: 4, IsTruncated: false })
    const encoded = await list({ Prefix: 'list/ü', EncodingType: 'url' })
    expect(encoded.Contents).toMatchObject([{ Key: 'list/%C3%BC/1' }])
  })

  test('continues where the previous page ended, also after a common prefix', async () => {
    const entries: string[] = []
    let ContinuationToken: string | undefined
    do {
      const page = await list({ Prefix: 'list/', Delimiter: '/', MaxKeys: 1, ContinuationToken })
      expect(page.KeyCount).toBe(1)
      entries.push(page.Contents?.[0]?.Key ?? page.CommonPrefixes?.[0]?.Prefix ?? '')
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken)
    expect(entries).toEqual(['list/a', 'list/b/', 'list/c & <d>', 'list/ü/'])
    const after = await list({ Prefix: 'list/', StartAfter: 'list/b/1', MaxKeys: 1 })
    expect(after.Contents?.map(({ Key }) => Key)).toEqual(['list/b/2'])
  })
})

test('several objects are deleted at once', async () => {
  for (const key of ['many/1', 'many/2 & <3>', 'many/4']) await put(key)
  const remove = (keys: string[], more = {}) => {
    const Delete = { Objects: keys.map((Key) => ({ Key })), ...more }
    return s3.client.send(new DeleteObjectsCommand({ Bucket: 'photos', Delete }))
  }
  const { Deleted, Errors } = await remove(['many/1', 'many/2 & <3>', 'many/missing'])
  expect(Deleted).toEqual([{ Key: 'many/1' }, { Key: 'many/2 & <3>' }, { Key: 'many/missing' }])
  expect(Errors).toBeUndefined()
  expect(await remove(['many/4'], { Quiet: true })).not.toHaveProperty('Deleted')
  expect((await list({ Prefix: 'many/' })).KeyCount).toBe(0)
})

describe('a copy', () => {
  const copy = (more: Partial<CopyObjectCommandInput> = {}) =>
    s3.client.send(
      new CopyObjectCommand({ Bucket: 'uploads', Key: 'copy', CopySource: 'photos/a%20source', ...more }),
    )
  const read = (Key = 'copy') => s3.client.send(new GetObjectCommand({ Bucket: 'uploads', Key }))

  test('has the content and metadata of its source, or replaced metadata', async () => {
    const { ETag } = await put('a source', 'content', { ContentType: 'text/x', Metadata: { a: '1' } })
    const { CopyObjectResult } = await copy()
    expect(CopyObjectResult).toMatchObject({ ETag, LastModified: expect.any(Date) })
    const copied = await read()
    expect(copied).toMatchObject({ ContentType: 'text/x', Metadata: { a: '1' } })
    expect(await copied.Body?.transformToString()).toBe('content')
    expect(s3.created.at(-1)).toBe('uploads/copy: CopyObject')
    await copy({ MetadataDirective: 'REPLACE', ContentType: 'text/y', Metadata: { b: '2' } })
    expect(await read()).toMatchObject({ ContentType: 'text/y', Metadata: { b: '2' } })
  })

  test('is made only if its conditions hold', async () => {
    const conditions = [
      { CopySourceIfMatch: '"other"' },
      { CopySourceIfModifiedSince: new Date(Date.now() + 9e7) },
    ]
    for (const condition of [...conditions, { IfNoneMatch: '*' }])
      await expect(copy({ ...condition, Key: 'copy' })).rejects.toMatchObject({ name: 'PreconditionFailed' })
    await expect(copy({ CopySource: 'photos/missing', Key: 'none' })).rejects.toMatchObject({
      name: 'NoSuchKey',
    })
    await expect(read('none')).rejects.toMatchObject({ name: 'NoSuchKey' })
    await expect(copy({ TaggingDirective: 'REPLACE' })).rejects.toMatchObject({ name: 'NotImplemented' })
  })
})
