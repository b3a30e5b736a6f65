import { formOf } from '../../../shared/http/body/multipart.ts'
import { accessDenied, S3Error } from './error.ts'
import { verifySignature, signature } from './signature.ts'

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
const optionalFields = new Set(['policy', 'x-amz-signature', 'file', 'awsaccesskeyid'])

/** Fields that the local S3 implements; S3 ignores `x-ignore-*`. */
export const formFields =
  /^(key|policy|success_action_status|content-type|cache-control|expires|content-(disposition|encoding|language)|x-amz-(algorithm|credential|date|security-token|signature)|x-amz-meta-.+|x-ignore-.+|bucket)$/

/** Verifies a form against its signature and its policy. Throws S3Error. */
export function verifyPolicy({ fields, file }: PostedForm, bucket: string, now: Date): void {
  const { policy: encodedPolicy, 'x-amz-signature': providedSignature, 'x-amz-credential': credential } = fields
  if (!encodedPolicy || !providedSignature || !credential) throw accessDenied()
  verifySignature(providedSignature, signature(credential, encodedPolicy))
  const { expiration, conditions } = JSON.parse(Buffer.from(encodedPolicy, 'base64').toString()) as Policy
  if (!(Date.parse(expiration) > now.getTime()))
    throw accessDenied('Invalid according to Policy: Policy expired.')
  const covered = new Set<string>()
  const value = (field: string) => (field === 'bucket' ? bucket : fields[field])
  for (const condition of conditions) {
    if (Array.isArray(condition) && condition[0] === 'content-length-range') {
      const [, min = 0, max = 0] = condition.map(Number)
      if (file.length < min)
        throw new S3Error(400, 'EntityTooSmall', 'The file is smaller than the policy allows.')
      if (file.length > max)
        throw new S3Error(400, 'EntityTooLarge', 'The file is larger than the policy allows.')
      continue
    }
    const rules = Array.isArray(condition)
      ? [[String(condition[1]).replace('$', ''), condition[0], String(condition[2])]]
      : Object.entries(condition).map(([name, expected]) => [name, 'eq', expected])
    for (const [name = '', operator, expected = ''] of rules) {
      const field = name.toLowerCase()
      covered.add(field)
      const actual = value(field) ?? ''
      if (operator === 'eq' ? actual !== expected : !actual.startsWith(expected))
        throw accessDenied(
          `Invalid according to Policy: Policy Condition failed: ["${operator ?? ''}", "$${name}", "${expected}"]`,
        )
    }
  }
  const extra = Object.keys(fields).find(
    (name) => !covered.has(name) && !optionalFields.has(name) && !name.startsWith('x-ignore-'),
  )
  if (extra !== undefined) throw accessDenied(`Invalid according to Policy: Extra input fields: ${extra}`)
}
