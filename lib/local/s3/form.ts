import { formOf } from '../../../shared/http/body/multipart.ts'
import { accessDenied, S3Error } from './error.ts'
import { expectSignature, signature } from './signature.ts'

export interface PostedForm {
  fields: Record<string, string>
  file: Buffer
}
interface Policy {
  expiration: string
  conditions: (Record<string, string> | [string, ...(string | number)[]])[]
}

/** Parses a form. Like S3, ignores fields after the file. Throws S3Error. */
export async function readForm(contentType: string, body: Buffer): Promise<PostedForm> {
  const fields: Record<string, string> = {}
  try {
    for (const [name, value] of await formOf(body, contentType)) {
      if (value instanceof File) return { fields, file: Buffer.from(await value.arrayBuffer()) }
      fields[name.toLowerCase()] = value
    }
  } catch {
    // A malformed form gets the error below.
  }
  throw new S3Error(400, 'MalformedPOSTRequest', 'The form is malformed, or has no file as its last field.')
}

/** Fields that a policy does not have to include (S3 API reference, "POST Policy"). */
const free = new Set(['policy', 'x-amz-signature', 'file', 'awsaccesskeyid'])

/** Verifies a form against its signature and its policy. Throws S3Error. */
export function expectPolicy({ fields, file }: PostedForm, bucket: string, now: Date): void {
  const { policy: sealed, 'x-amz-signature': given, 'x-amz-credential': credential } = fields
  if (!sealed || !given || !credential) throw accessDenied()
  expectSignature(given, signature(credential, sealed))
  const { expiration, conditions } = JSON.parse(Buffer.from(sealed, 'base64').toString()) as Policy
  if (!(Date.parse(expiration) > now.getTime()))
    throw accessDenied('Invalid according to Policy: Policy expired.')
  const named = new Set<string>()
  const value = (field: string) => (field === 'bucket' ? bucket : fields[field])
  for (const condition of conditions) {
    if (Array.isArray(condition) && condition[0] === 'content-length-range') {
      const [, least = 0, most = 0] = condition.map(Number)
      if (file.length < least)
        throw new S3Error(400, 'EntityTooSmall', 'The file is smaller than the policy allows.')
      if (file.length > most)
        throw new S3Error(400, 'EntityTooLarge', 'The file is larger than the policy allows.')
      continue
    }
    const rules = Array.isArray(condition)
      ? [[String(condition[1]).replace('$', ''), condition[0], String(condition[2])]]
      : Object.entries(condition).map(([name, expected]) => [name, 'eq', expected])
    for (const [name = '', operator, expected = ''] of rules) {
      const field = name.toLowerCase()
      named.add(field)
      const there = value(field) ?? ''
      if (operator === 'eq' ? there !== expected : !there.startsWith(expected))
        throw accessDenied(
          `Invalid according to Policy: Policy Condition failed: ["${operator ?? ''}", "$${name}", "${expected}"]`,
        )
    }
  }
  const extra = Object.keys(fields).find(
    (name) => !named.has(name) && !free.has(name) && !name.startsWith('x-ignore-'),
  )
  if (extra !== undefined) throw accessDenied(`Invalid according to Policy: Extra input fields: ${extra}`)
}
