import type { CourierClient } from '../../client.ts'
import { unwrap } from '../../http/errors.ts'
import { command } from '../command.ts'
import { exitCodes } from '../failure.ts'
import { standardInputLines } from '../input.ts'
import { printable } from '../output.ts'

export const scan = command({
  name: 'scan',
  summary: 'Validates the text of a scanned label; - reads labels from the standard input, one per line',
  argument: 'text or -',
  options: {},
  async run({ client, argument, print }) {
    let code = 0
    for await (const text of argument === '-' ? standardInputLines() : [argument]) {
      if (text.trim() === '') continue
      const result = await record(client, text)
      const { validation_result, error_message } = result
      const entity = 'entity' in result ? result.entity : undefined
      const words = entity
        ? [entity.type, entity.qr_code, entity.status, `${entity.weight} kg`]
        : [error_message ?? '']
      print(result, printable([validation_result, ...words].join('  ')))
      if (validation_result !== 'valid') code = exitCodes.refused
    }
    return code
  },
})

/** A hand scanner sends the text of the QR code, which is JSON. The service records other texts as unreadable. */
function record(client: CourierClient, text: string) {
  return unwrap(client.POST('/api/v1/scans', { body: { qr_data: parsed(text), platform: 'cli' } }))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
