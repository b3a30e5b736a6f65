import { CourierError } from '../../../shared/client/http/errors.ts'
import { toast } from '../../design/toast.tsx'
import { messageOf } from '../../staff/api/client.ts'

/** Milliseconds until the address of the file is revoked; by then the browser has begun to save it. */
const revokeAfter = 60_000

/**
 * Downloads a file, such as a label, and saves it under a name that people know it by. Requested by script, since a link
 * cannot send the token. An error is shown as a message.
 */
export async function saveFile(
  get: () => Promise<{ data?: Blob; error?: unknown; response: Response }>,
  name: string,
): Promise<void> {
  try {
    const { data, error, response } = await get()
    if (!response.ok || !data) throw new CourierError(response, error)
    const link = document.createElement('a')
    link.href = URL.createObjectURL(data)
    // Without the characters that isolate values (UAX #9): some programs show them.
    link.download = name.replaceAll(/[\u200e\u200f\u2068\u2069]/g, '')
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), revokeAfter)
  } catch (error) {
    toast({ text: messageOf(error), isError: true })
  }
}
