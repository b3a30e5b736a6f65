import type { TrackingEvent } from '../../tracking.ts'
import { command } from '../command.ts'
import { columns, localTime } from '../output.ts'

const eventCells = ({ timestamp, location, description }: TrackingEvent): string[] => [
  localTime(timestamp),
  location,
  description,
]

export const track = command({
  name: 'track',
  summary: 'Shows where a parcel is, without signing in',
  argument: 'tracking id',
  public: true,
  options: { follow: { about: 'prints events as they appear, until the parcel is delivered or returned' } },
  async run({ client, argument, values, print }) {
    if (values.follow) {
      for await (const event of client.follow(argument)) print(event, columns([eventCells(event)]).join(''))
      return
    }
    const tracking = await client.track(argument)
    const { status, origin, destination, estimated_delivery, events } = tracking
    const head = `${status}  ${origin} → ${destination}, expected on ${estimated_delivery}`
    print(tracking, [...columns([[head]]), ...columns(events.map(eventCells))].join('\n'))
  },
})
