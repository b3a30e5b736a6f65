import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { NewFlight } from '../../../shared/domain/flights/record.ts'
import type * as z from 'zod'
import { keepAliveTimeout } from '../../../lib/local/http/loopback-server.ts'

type Planned = Pick<
  z.output<typeof NewFlight>,
  'flight_number' | 'departure_airport' | 'arrival_airport' | 'scheduled_departure' | 'scheduled_arrival'
>
interface ReportedFlight {
  status: string
  departure?: object
  arrival?: object
}
const time = (moment: string) => ({ utc: `${moment.slice(0, 16).replace('T', ' ')}Z` })
export const at = (moment: string | number) => time(new Date(moment).toISOString())

/** A flight's record in AeroDataBox's format. */
export const contract = (flight: Planned, { status, departure = {}, arrival = {} }: ReportedFlight) => ({
  number: flight.flight_number,
  status,
  codeshareStatus: 'IsOperator',
  isCargo: false,
  lastUpdatedUtc: '2030-01-01 00:00Z',
  departure: {
    airport: { iata: flight.departure_airport, name: flight.departure_airport },
    scheduledTime: time(flight.scheduled_departure),
    quality: ['Basic'],
    ...departure,
  },
  arrival: {
    airport: { iata: flight.arrival_airport, name: flight.arrival_airport },
    scheduledTime: time(flight.scheduled_arrival),
    quality: ['Basic'],
    ...arrival,
  },
})

/** A server of a flight-data provider. The test sets its behaviour; `asked` lists the paths of its requests. */
export async function flightDataServer() {
  type Behaviour = (response: ServerResponse, path: string) => void
  let behaviour: Behaviour = (response) => void response.writeHead(204).end()
  const asked: string[] = []
  const server = createServer({ keepAliveTimeout }, (request, response) => {
    asked.push(String(request.url))
    behaviour(response, String(request.url))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    does: (next: Behaviour) => void (behaviour = next),
    says: (...records: unknown[]) =>
      void (behaviour = (response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(records))),
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
export type FlightDataServer = Awaited<ReturnType<typeof flightDataServer>>

/** Options for `inProcess` that configure the server as the service's flight-data provider. */
export const knowingFlights = ({ url }: FlightDataServer, variables: Record<string, string> = {}) => ({
  variables: { FLIGHT_DATA_URL: url, ...variables },
  secrets: { flightdata: { key: 'a-key' } },
})
