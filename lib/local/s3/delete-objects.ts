import { readUpload } from './body.ts'
import { notImplemented, S3Error } from './error.ts'
import { xmlReply, type Exchange, type Reply } from './exchange.ts'
import { elementsOf, toXml, unescaped } from './xml.ts'

const maxKeys = 1000

/** DeleteObjects. Objects that the caller may not delete are in `Error`. Throws S3Error. */
export function deleteObjects({ bucket, objects, authorize, headers, body }: Exchange): Reply {
  const document = readUpload(headers, body).content.toString()
  const entries = elementsOf(document, 'Object')
  const keys = entries.map((entry) => unescaped(elementsOf(entry, 'Key')[0] ?? ''))
  if (keys.length === 0 || keys.length > maxKeys || keys.includes(''))
    throw new S3Error(
      400,
      'MalformedXML',
      `Delete must have between 1 and ${maxKeys} objects, each with a key.`,
    )
  const [extra] = entries.flatMap((entry) => /<(?!\/|Key>)(\w+)/.exec(entry)?.[1] ?? [])
  if (extra !== undefined) notImplemented(`${extra} of an object in DeleteObjects`)
  const errors = keys.flatMap((key) => {
    try {
      authorize('DeleteObject', bucket.name, key)
      objects.delete(key)
      return []
    } catch (error) {
      if (!(error instanceof S3Error)) throw error
      return [{ Key: key, Code: error.code, Message: error.message }]
    }
  })
  const isQuiet = elementsOf(document, 'Quiet')[0] === 'true'
  const deleted = isQuiet ? [] : keys.filter((key) => !errors.some(({ Key }) => Key === key))
  const result = { Deleted: deleted.map((Key) => ({ Key })), Error: errors }
  return xmlReply(toXml('DeleteResult', result))
}
