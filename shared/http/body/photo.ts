import { createHash } from 'node:crypto'
import * as z from 'zod'
import { commonTexts } from '../../domain/kernel/field-texts.ts'
import { ValidationError } from '../../core/errors.ts'
import { refused } from '../refusals.ts'
import { imageTypes } from '../../images/image.ts'
import { optional } from '../../domain/kernel/fields.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import { formOf } from './multipart.ts'
import type { BodyReader } from '../routing/route.ts'
import { parse } from '../routing/validation.ts'

/** The maximum photo in a request; larger ones are uploaded to S3 directly. */
const maxBytes = 4 * 1024 * 1024

/** An uploaded photo whose bytes are not checked yet. */
class PhotoUpload {
  readonly bytes: Buffer
  /** The declared media type; undefined without one. */
  readonly declared: string | undefined
  constructor(bytes: Buffer, declared: string | undefined) {
    this.bytes = bytes
    this.declared = declared
  }
  /** Distinguishes two uploads under one Idempotency-Key. */
  toJSON() {
    return { declared: this.declared, sha256: createHash('sha256').update(this.bytes).digest('base64url') }
  }
}

/** A photo of one pixel. */
const example = {
  photo_base64:
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  content_type: 'image/png',
}

/** The result of the reader. */
export const SentPhoto = z.instanceof(PhotoUpload).meta({ examples: [example] })

const Base64Photo = lazySchema(() =>
  z
    .object({
      photo_base64: z
        .string()
        .transform((text) => text.replace(/^data:[^,]*,/, '').replace(/\s/g, ''))
        .pipe(z.base64('Base64 (RFC 4648 §4)').min(1))
        .meta({ description: 'The image in base64', examples: ['/9j/4AAQSkZJRg…'] }),
      content_type: optional(z.string().transform((type) => type.split(';')[0]?.trim() ?? '')).meta(
        commonTexts.contentType,
      ),
    })
    .meta({ id: 'Base64Photo', examples: [example] }),
)

/** A photo as JSON, as a form, or as the raw body. */
export const photoBody: BodyReader = {
  async read(bytes, contentType) {
    const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
    if (type === 'application/json' || type === '') return fromJson(bytes)
    const upload = type === 'multipart/form-data' ? await fromForm(bytes, contentType) : fromImage(bytes, type)
    if (upload.bytes.length === 0) throw nothing('file')
    if (upload.bytes.length > maxBytes) throw refused.photo_too_large()
    return upload
  },
  json: () => Base64Photo,
}

function fromJson(bytes: Buffer): PhotoUpload {
  let given: unknown
  try {
    given = JSON.parse(bytes.toString() || '{}')
  } catch {
    throw refused.body_not_json()
  }
  const { photo_base64, content_type } = parse('body', Base64Photo, given) as z.output<typeof Base64Photo>
  return new PhotoUpload(Buffer.from(photo_base64, 'base64'), content_type)
}

function fromImage(bytes: Buffer, type: string): PhotoUpload {
  if (type.startsWith('image/')) return new PhotoUpload(bytes, type)
  // The generic media type of clients that do not know the type.
  if (type === 'application/octet-stream') return new PhotoUpload(bytes, undefined)
  throw refused.photo_type_unsupported({ types: imageTypes.join(', ') })
}

/** The first file of a form with the name `file` or `photo`. */
async function fromForm(bytes: Buffer, contentType: string): Promise<PhotoUpload> {
  for (const [name, value] of await formOf(bytes, contentType))
    if (value instanceof File && ['file', 'photo'].includes(name)) {
      const declared = unnamed.includes(value.type) ? undefined : value.type
      return new PhotoUpload(Buffer.from(await value.arrayBuffer()), declared)
    }
  throw nothing('file')
}
/** The media type that a form uses if its client does not know a file's type, or sends none (RFC 7578 §4.4). */
const unnamed = ['application/octet-stream', 'text/plain']

const nothing = (field: string) =>
  new ValidationError({ loc: ['body', field], msg: 'Field required', type: 'missing' })
