import { refused } from '../refusals.ts'

/**
 * The fields and files of a multipart/form-data form, in order (RFC 7578). Throws a Refusal that says what is
 * wrong.
 */
export async function formOf(bytes: Buffer, contentType: string): Promise<FormData> {
  try {
    const form = new Response(new Uint8Array(bytes), { headers: { 'Content-Type': contentType } })
    // Servers are warned of it because it holds a form in memory: there a gateway's body is already, and bounded.
    // oxlint-disable-next-line typescript/no-deprecated
    return await form.formData()
  } catch (error) {
    const { cause } = error as Error
    throw refused.form_unreadable({ problem: cause instanceof Error ? cause.message : 'it is malformed' })
  }
}
