import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import * as z from 'zod'
import { errorMessage } from '../runtime/startup-error.ts'
import { loopbackServer } from '../http/loopback-server.ts'
import { FlightUpdate, flightFixtures, type FixtureFlight } from './flight-fixtures.ts'

const usage = `The local flight-data provider. It returns the flights that are set here.
PUT    /flights/SU1234  {"departure_airport": "SVO", "arrival_airport": "TBS", "scheduled_departure": "2030-06-01T08:00:00Z",
                         "scheduled_arrival": "2030-06-01T10:45:00Z", "status": "Boarding", "gate": "B12"}
                        Later requests contain only changes: ${Object.keys(FlightUpdate.shape).slice(4).join(', ')}
GET    /flights         Lists the flights
DELETE /flights/SU1234  Deletes the flight
GET    /flights/number/SU1234/2030-06-01  AeroDataBox's API; requires the header X-RapidAPI-Key
`

/**
 * A flight-data provider with AeroDataBox's API (see shared/flight-data) on loopback, with the flights in `file`.
 * `GET /` explains how to set them. Throws StartupError if the file cannot be read.
 */
export async function serveFlights(file: string) {
  const flights = flightFixtures(file)
  return loopbackServer((request, response) => {
    void handle(request, flights)
      .catch((error: unknown): ProviderResponse => [
        isInvalidInput(error) ? 400 : 500,
        { message: describeError(error) },
      ])
      .then(([status, body]) => {
        const plain = typeof body === 'string'
        response.writeHead(status, { 'content-type': plain ? 'text/plain' : 'application/json' })
        response.end(plain ? body : body && `${JSON.stringify(body)}\n`)
      })
  })
}

type ProviderResponse = [status: number, body?: unknown]

async function handle(
  request: IncomingMessage,
  flights: ReturnType<typeof flightFixtures>,
): Promise<ProviderResponse> {
  const { method, url = '/', headers } = request
  const [, ...path] = new URL(url, 'http://localhost').pathname.split('/').map(decodeURIComponent)
  const route = `${method ?? ''} /${path.map((part, i) => (i === 0 ? part : '*')).join('/')}`
  const [, one = '', number = '', day = ''] = path
  if (route === 'GET /flights/*/*/*' && one === 'number') {
    if (!headers['x-rapidapi-key']) return [401, { message: 'Invalid API key' }]
    const found = flights.on(number, day)
    return found.length > 0 ? [200, found.map(toContract)] : [204]
  }
  if (route === 'PUT /flights/*')
    return [200, toContract(flights.update(one, FlightUpdate.parse(JSON.parse(await text(request)))))]
  if (route === 'DELETE /flights/*') return [200, { forgotten: flights.remove(one) }]
  if (route === 'GET /flights') return [200, flights.all()]
  if (route === 'GET /') return [200, usage]
  return [404, { message: `${method ?? ''} ${url} does not exist; GET / lists the operations` }]
}

const isInvalidInput = (error: unknown) =>
  [z.ZodError, RangeError, SyntaxError, URIError].some((kind) => error instanceof kind)
const describeError = (error: unknown) =>
  error instanceof z.ZodError
    ? error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`).join('; ')
    : errorMessage(error)

/** AeroDataBox's FlightContract, whose times are in minutes. */
const toContract = ({ number, status = 'Expected', airline, ...flight }: FixtureFlight) => ({
  number,
  status,
  codeshareStatus: 'IsOperator',
  isCargo: false,
  ...(airline && { airline: { name: airline } }),
  departure: {
    ...toMovement(
      flight.departure_airport,
      flight.scheduled_departure,
      flight.actual_departure ?? flight.estimated_departure,
    ),
    ...(flight.terminal && { terminal: flight.terminal }),
    ...(flight.gate && { gate: flight.gate }),
  },
  arrival: toMovement(
    flight.arrival_airport,
    flight.scheduled_arrival,
    flight.actual_arrival ?? flight.estimated_arrival,
  ),
  lastUpdatedUtc: toTime(new Date().toISOString()).utc,
})

const toMovement = (code: string, scheduled: string, revised: string | undefined) => ({
  airport: { [code.length === 4 ? 'icao' : 'iata']: code, name: code },
  scheduledTime: toTime(scheduled),
  ...(revised && { revisedTime: toTime(revised) }),
  quality: ['Basic', 'Live'],
})

const toTime = (timestamp: string) => {
  const minutes = timestamp.slice(0, 16).replace('T', ' ')
  return { utc: `${minutes}Z`, local: `${minutes}+00:00` }
}
