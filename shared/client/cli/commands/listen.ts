import type { Channel, LiveEvent } from '../../live/frames.ts'
import type { Details, State } from '../../live/options.ts'
import { command, UsageError } from '../command.ts'
import { exitCodes } from '../failure.ts'
import { localTime, printable } from '../output.ts'

const channels = 'tenant, board, shipment:<id>, bag:<id> or flight:<id>'
const isChannel = (text: string): text is Channel =>
  /^(tenant|board|(shipment|bag|flight):[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/i.test(text)

/** An event in a line: its data are ids and statuses. */
const lineOf = ({ timestamp, type, data }: LiveEvent) =>
  printable(`${localTime(timestamp)}  ${type}  ${JSON.stringify(data)}`)

export const listen = command({
  name: 'listen',
  summary: 'Prints events as they occur, until it is interrupted, and reconnects',
  options: {
    channel: { value: 'CHANNEL', about: `${channels}; tenant by default` },
    after: { value: 'ID', about: 'begins with the events after that one' },
  },
  async run({ client, values, print }) {
    if (!('WebSocket' in globalThis))
      throw new UsageError(
        `courier listen needs Node.js 22 or later: ${process.version} has no WebSocket. GET /api/v1/events has the same events.`,
      )
    const { channel = 'tenant', after } = values
    if (!isChannel(channel))
      throw new UsageError(`--channel ${channel}: write ${channels}. courier show prints the id of a shipment.`)
    return new Promise<number>((resolve) => {
      const live = client.live({
        channels: [channel],
        ...(after !== undefined && { after }),
        onEvent: (event) => print(event, lineOf(event)),
        onState: (state, details) => {
          const line = stateLine(state, details)
          if (line !== undefined) console.error(`courier: ${line}`)
          if (state === 'refused' || state === 'failed') resolve(exitCodes.refused)
        },
        onGap: () => console.error('courier: events that were missed are no longer available'),
        onError: ({ code, message }) => {
          // An expired token is renewed with the next connection.
          if (code === 'unauthenticated') return
          console.error(`courier: ${printable(message)}`)
          end(exitCodes.refused)
        },
      })
      const end = (code: number) => {
        live.close()
        resolve(code)
      }
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end(0))
    })
  },
})

function stateLine(state: State, { why, pause = 0 }: Details): string | undefined {
  const reason = why instanceof Error ? why.message : 'the connection was lost'
  if (state === 'open') return 'connected'
  if (state === 'waiting') return `${reason}; connecting again in ${(pause / 1000).toFixed(1)} s`
  if (state === 'refused') return `${reason}: your role does not allow it`
  if (state === 'failed') return `${reason}; giving up`
  return undefined
}
