import { notImplemented, S3Error } from './error.ts'
import type { Exchange, Reply } from './exchange.ts'
import { formFields, verifyPolicy, type PostedForm } from './form.ts'
import { propertiesOf } from './write.ts'

/** PostObject, a browser's upload form, which its policy authorizes (S3 API reference, "POST Object"). Throws S3Error. */
export function postObject(exchange: Exchange, form: PostedForm): Reply {
  const { bucket, objects, now } = exchange
  verifyPolicy(form, bucket.name, now)
  const { file, fields } = form
  const { key = '', success_action_status: requested } = fields
  if (key === '') throw new S3Error(400, 'InvalidArgument', 'The form has no field "key" before its file.')
  const unknown = Object.keys(fields).find((name) => !formFields.test(name))
  if (unknown !== undefined) notImplemented(`the field ${unknown} of a form`)
  exchange.authorize('PutObject', bucket.name, key)
  const stored = objects.put(key, file, propertiesOf(fields), now)
  exchange.created(bucket, stored, 'POST Object')
  const status = requested === '200' || requested === '201' ? Number(requested) : 204
  return { status, headers: { etag: stored.etag } }
}
