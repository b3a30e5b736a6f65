import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { onTestFinished, vi } from 'vitest'
import type { Refusal } from '../../../shared/core/errors.ts'
import { aeroDataBox } from '../../../shared/flight-data/aerodatabox/provider.ts'

/** The flight that all ask about. */
export const flight = {
  flight_number: 'SU1234',
  departure_airport: 'SVO',
  arrival_airport: 'TBS',
  scheduled_departure: '2026-11-21T14:00:00.000Z',
}
export const at = (utc: string) => ({ utc, local: 'not looked at' })

/** The record of that flight, as AeroDataBox sends it, with other fields. */
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

/** A server on loopback for one test: what it was asked, and whether anybody is still connected. */
export async function standIn(serve: RequestListener, limit = 400) {
  const asked: IncomingMessage[] = []
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    asked.push(request)
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
    asked,
    stop,
    /** What becomes of a question: the report, or the refusal's code and message; and the milliseconds it took. */
    async report(question = flight) {
      const begun = performance.now()
      const outcome = await provider.report(question).catch((error: unknown) => refusalOf(error as Refusal))
      return { outcome, took: performance.now() - begun }
    },
    allClosed: () => vi.waitUntil(() => sockets.size === 0, { timeout: 2000, interval: 5 }),
  }
}

/** A server that sends the same to everybody: JSON, or a text as it is. */
export const says = (body: unknown, status = 200) =>
  standIn((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
