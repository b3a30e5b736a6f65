import { unwrap } from '../../client/index.ts'
import { picture } from '../picture.ts'
import { api, step } from '../step.ts'
import { ensure } from '../unexpected.ts'

const type = 'image/png'

export const documents = {
  photo: step({
    does: 'adds a photo of 3 KB to the package, and reads it',
    proves: 'the gateway passes binary bodies; the bucket can be written and read, with its KMS key',
    look: api('photos'),
    needs: ['company', 'package'],
    async run({ fetch, at }, { company, package: { id } }) {
      const sent = await picture()
      const photo = await unwrap(
        company.POST('/api/v1/packages/{id}/photo', {
          params: { path: { id } },
          headers: { 'Content-Type': type },
          body: sent as never,
          bodySerializer: () => sent,
        }),
      )
      ensure(photo.status === 'ready' && photo.photo_url !== null, `The photo is ${photo.status}`)
      const response = await fetch(new Request(new URL(photo.photo_url, at('/'))))
      const { byteLength } = await response.arrayBuffer()
      ensure(response.ok, `S3 answers ${response.status} to the signed URL of the photo`)
      ensure(byteLength === sent.length, `The photo has ${byteLength} bytes instead of ${sent.length}`)
      return undefined
    },
  }),

  upload: step({
    does: 'uploads a photo to the bucket of uploads',
    proves: 'S3 accepts a signed form, EventBridge reports the object, and photointake keeps it',
    look: { runbook: 'Undelivered', functions: ['photos', 'photointake'], stack: 'CourierApi' },
    needs: ['company', 'package'],
    async run({ fetch, eventually }, { company, package: { id } }) {
      const params = { path: { id } }
      const { upload_url, fields, photo_id } = await unwrap(
        company.POST('/api/v1/packages/{id}/photo-upload', { params, body: { content_type: type } }),
      )
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      form.append('file', new Blob([await picture()], { type }), 'parcel.png')
      const response = await fetch(new Request(upload_url, { method: 'POST', body: form }))
      const answer = await response.text()
      ensure(response.ok, `S3 refuses the form: ${/<Message>(.*?)</.exec(answer)?.[1] ?? answer}`)
      const { status, reason } = await eventually('The upload is processed', async () => {
        const photos = await unwrap(company.GET('/api/v1/packages/{id}/photos', { params }))
        return photos.find((photo) => photo.photo_id === photo_id && photo.status !== 'pending')
      })
      ensure(status === 'ready', `The upload is ${status}: ${reason ?? ''}`)
      return undefined
    },
  }),

  label: step({
    does: 'prints the label of the package as PDF',
    proves: 'the gateway passes binary responses; fonts are in the bundle',
    look: api('labels'),
    needs: ['company', 'package'],
    async run(_, { company, package: { id } }) {
      const params = { path: { id }, query: { format: 'pdf' as const } }
      const label = await unwrap(company.GET('/api/v1/packages/{id}/label', { params, parseAs: 'arrayBuffer' }))
      const start = new TextDecoder().decode(label.slice(0, 5))
      ensure(start === '%PDF-', `The label begins with ${JSON.stringify(start)}, so it is no PDF`)
      return undefined
    },
  }),
}
