import { CourierError } from '../../../shared/client/http/errors.ts'
import { api } from '../../staff/api/client.ts'
import { commands, type Command } from '../../staff/scan/code.ts'
import { words } from './words.ts'

/** What a scanned text means: a command of a printed card, or a label. */
export type Scanned = { command: Command } | { id: string; type: 'package' | 'bag' }
const isCommand = (text: string): text is Command => (commands as readonly string[]).includes(text)

/**
 * Reads a scanned text: a command, all that a QR code holds, or the code that is printed below it (Code 128). Throws
 * CourierError for anything else, and for a code that no package has.
 */
export async function readScan(text: string): Promise<Scanned> {
  const upper = text.toUpperCase()
  if (isCommand(upper)) return { command: upper }
  if (text.startsWith('{')) {
    const { t, i } = qrData(text)
    if (t !== undefined && i !== undefined) return { id: i, type: t === 'bag' ? 'bag' : 'package' }
    throw unknown()
  }
  const { data, response, error } = await api.GET('/api/v1/packages/{id}', { params: { path: { id: upper } } })
  if (data) return { id: data.id, type: 'package' }
  throw response.status === 404 ? unknown() : new CourierError(response, error)
}
const unknown = () => new CourierError({ status: 422, headers: new Headers() }, { detail: words.unknown })

function qrData(text: string): { t?: string; i?: string } {
  try {
    return JSON.parse(text) as { t?: string; i?: string }
  } catch {
    return {}
  }
}
