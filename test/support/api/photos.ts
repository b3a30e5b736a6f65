import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { expect } from 'vitest'
import { environment, s3 as s3OfRun } from '../in-process/context.ts'
import type { Tenant } from './tenant.ts'
import { seconds } from '../suite/time.ts'
import { waitFor } from '../suite/wait.ts'

/** Uploads a photo as the request body. */
export const sendPhoto = (tenant: Tenant, id: string, raw: Buffer, type = 'image/jpeg', headers = {}) =>
  tenant.send(`POST /api/v1/packages/${id}/photo`, { raw, headers: { 'content-type': type, ...headers } })

/** A multipart form with one file, and the form's media type. */
export async function form(name: string, bytes: Buffer, type: string, fields: Record<string, string> = {}) {
  const data = new FormData()
  for (const [field, value] of Object.entries(fields)) data.append(field, value)
  data.append(name, new Blob([new Uint8Array(bytes)], { type }), 'parcel.jpg')
  const encoded = new Response(data)
  return { type: encoded.headers.get('content-type') ?? '', raw: Buffer.from(await encoded.arrayBuffer()) }
}

/** Fetches a URL without credentials, as a browser does. */
export async function readAddress(url: string) {
  const response = await fetch(url)
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

/** Uploads a file to S3 with a presigned form; `changed` overrides the form's fields. */
export async function upload(
  { upload_url, fields }: { upload_url: string; fields: Record<string, string> },
  bytes: Buffer,
  changed: Record<string, string> = {},
) {
  const { raw, type } = await form('file', bytes, 'image/jpeg', { ...fields, ...changed })
  const response = await fetch(upload_url, {
    method: 'POST',
    headers: { 'content-type': type },
    body: new Uint8Array(raw),
  })
  return { status: response.status, text: await response.text() }
}

/** Waits until a photo is no longer pending, and returns its entry in the list. */
export async function seenPhoto(tenant: Tenant, packageId: string, photoId: string) {
  return waitFor(
    async () => {
      const { body } = await tenant.send(`GET /api/v1/packages/${packageId}/photos`)
      const found = body.find(({ photo_id }: any) => photo_id === photoId)
      expect(found.status).not.toBe('pending')
      return found
    },
    { timeout: seconds(10), interval: 50 },
  )
}

/** The keys of all objects in the photo buckets that start with a prefix. */
export async function keysBelow(prefix: string): Promise<string[]> {
  const { BUCKET_PHOTOS, BUCKET_UPLOADS } = environment()
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const s3 = new S3Client({ endpoint: s3OfRun(), region: 'eu-west-1', credentials })
  const lists = await Promise.all(
    [BUCKET_PHOTOS, BUCKET_UPLOADS].map((Bucket) =>
      s3.send(new ListObjectsV2Command({ Bucket, Prefix: prefix })),
    ),
  )
  return lists.flatMap(({ Contents = [] }) => Contents.map(({ Key = '' }) => Key))
}
