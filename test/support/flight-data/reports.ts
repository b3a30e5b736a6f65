import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Refusal } from '../../../shared/core/errors.ts'
import { aeroDataBox } from '../../../shared/flight-data/aerodatabox/provider.ts'
import { seconds } from '../suite/time.ts'
import { waitUntil } from '../suite/wait.ts'
import { keepAliveTimeout } from '../../../lib/local/http/loopback-server.ts'

/** The flight in the tests' requests. */
export const flight = {
  flight_number: 'SU1234',
  departure_airport: 'SVO',
  arrival_airport: 'TBS',
  scheduled_departure: '2026-11-21T14:00:00.000Z',
}
export const at = (utc: string) => ({ utc, local: 'ignored' })

/** The record of that flight in AeroDataBox's format, with the given fields replaced. */
export const record = ({ departure = {}, arrival = {}, ...rest }: Record<string, any> = {}) => ({
  greatCircleDistance: { km: 1650.2 },
  departure: {
    airport: { icao: 'UUEE', iata: 'SVO', name: 'Moscow, Sheremetyevo' },
    scheduledTime: at('2026-11-21 14:00Z'),
    quality: ['Basic', 'Live'],
    ...departure,
  },
  arrival: {
    airport: { icao: 'UGTB', iata: 'TBS', name: 'Tbilisi' },
    scheduledTime: at('2026-11-21 16:45Z'),
    quality: ['Basic'],
    ...arrival,
  },
  lastUpdatedUtc: '2026-11-21 13:50Z',
  number: 'SU 1234',
  callSign: 'AFL1234',
  status: 'Expected',
  codeshareStatus: 'IsOperator',
  isCargo: false,
  airline: { name: 'Aeroflot', iata: 'SU', icao: 'AFL' },
  ...rest,
})

const refusalOf = ({ name, code, message }: Refusal) => ({ name, code, message })

/** A loopback server for one test, which records its requests and open connections. */
export async function startProvider(serve: RequestListener, limit = 400) {
  const requests: IncomingMessage[] = []
  const sockets = new Set<Socket>()
  const server = createServer({ keepAliveTimeout }, (request, response) => {
    requests.push(request)
    serve(request, response)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    server.close()
    server.closeAllConnections()
    for (const socket of sockets) socket.destroy()
    if (server.listening) await once(server, 'close')
  }
  onTestFinished(stop)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = aeroDataBox({ key: 'k-1' }, { flightDataUrl: url }, limit)!
  return {
    url,
    requests,
    stop,
    /** Requests a report. Returns the report or the error's code and message, and the duration in milliseconds. */
    async report(requested = flight) {
      const start = performance.now()
      const outcome = await provider
        .lookup(admitAll)(requested)
        .catch((error: unknown) => refusalOf(error as Refusal))
      return { outcome, took: performance.now() - start }
    },
    allClosed: () => waitUntil(() => sockets.size === 0, { timeout: seconds(2), interval: 5 }),
  }
}

/** An hourly quota that is never used up. */
export const admitAll = () => Promise.resolve()

/** A server that sends the same response to every request: a value as JSON, or a string unchanged. */
export const says = (body: unknown, status = 200) =>
  startProvider((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
