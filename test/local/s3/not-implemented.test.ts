import * as sdk from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { operations } from '../../../lib/local/s3/operations/table.ts'
import { answerOf, commandsOf } from '../../support/local/sdk-commands.ts'
import { localS3 } from './s3.fixture.ts'

/** An input with the fields that any of the commands needs to build its request. */
const input = {
  Bucket: 'photos',
  Key: 'key',
  UploadId: 'upload',
  PartNumber: 1,
  Id: 'id',
  CopySource: 'photos/key',
  AnnotationName: 'name',
  RenameSource: 'photos/key',
  Tagging: { TagSet: [] },
  Body: 'body',
  Delete: { Objects: [{ Key: 'other' }] },
  RequestRoute: 'route',
  RequestToken: 'token',
}
const implemented = new Set(operations.map(({ name }) => name))
// WriteGetObjectResponse has a host of its own.
const others = commandsOf(sdk).filter(([name]) => !implemented.has(name) && name !== 'WriteGetObjectResponse')

test('every other operation of S3 is answered with 501 NotImplemented, and changes nothing', async () => {
  await using s3 = await localS3()
  await s3.client.send(new sdk.PutObjectCommand({ Bucket: 'photos', Key: 'key', Body: 'kept' }))
  expect(others.length).toBeGreaterThan(90)
  for (const [name, Command] of others)
    expect(await answerOf(s3.client.send(new Command(input))), name).toMatch(/^501 NotImplemented The local S3/)
  const { Body } = await s3.client.send(new sdk.GetObjectCommand({ Bucket: 'photos', Key: 'key' }))
  expect(await Body?.transformToString()).toBe('kept')
  const { Contents } = await s3.client.send(new sdk.ListObjectsV2Command({ Bucket: 'photos' }))
  expect(Contents?.map(({ Key }) => Key)).toEqual(['key'])
})

test.each([
  [{ ACL: 'public-read' as const }, 'PutObject with the header x-amz-acl'],
  [{ Tagging: 'a=b' }, 'PutObject with the header x-amz-tagging'],
  [{ SSECustomerAlgorithm: 'AES256' }, 'x-amz-server-side-encryption-customer-algorithm'],
  [{ ObjectLockLegalHoldStatus: 'ON' as const }, 'x-amz-object-lock-legal-hold'],
  [{ StorageClass: 'GLACIER' as const }, 'x-amz-storage-class'],
  [{ IfNoneMatch: '"etag"' }, 'If-None-Match of a write other than *'],
])('a write with %j is refused and stores nothing', async (more, words) => {
  await using s3 = await localS3()
  const write = s3.client.send(new sdk.PutObjectCommand({ Bucket: 'photos', Key: 'key', Body: 'x', ...more }))
  await expect(write).rejects.toMatchObject({ name: 'NotImplemented', $metadata: { httpStatusCode: 501 } })
  await expect(write).rejects.toThrow(words)
  const { KeyCount } = await s3.client.send(new sdk.ListObjectsV2Command({ Bucket: 'photos' }))
  expect(KeyCount).toBe(0)
})

test('a read of a version or part is refused', async () => {
  await using s3 = await localS3()
  const read = (more: object) =>
    s3.client.send(new sdk.GetObjectCommand({ Bucket: 'photos', Key: 'key', ...more }))
  await expect(read({ VersionId: '1' })).rejects.toThrow('does not implement GetObject with ?versionId')
  await expect(read({ PartNumber: 1 })).rejects.toThrow('does not implement GetObject with ?partNumber')
})
