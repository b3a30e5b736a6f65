import { boundedRequest, isConfidential, type Deadline } from '../../core/bounded-request.ts'
import { Refusal } from '../../core/errors.ts'
import type { FunctionSettings } from '../../config/function-settings.ts'
import { FlightContracts } from './contract.ts'

const who = 'AeroDataBox'
const bad = (message: string) => new Refusal('bad_gateway', message)
export const noFlightData = () => bad(`${who} sent something other than flight data`)

/**
 * Requests the flights of a number (letters and digits) on a local day (YYYY-MM-DD) of departure or arrival;
 * records are not parsed. Throws bad_gateway and gateway_timeout, whose messages hold neither key nor response.
 */
export function dayOfFlights({
  flightDataUrl,
  key,
  until,
}: Pick<FunctionSettings, 'flightDataUrl'> & { key: string; until: Deadline }) {
  const address = trusted(flightDataUrl)
  const headers = keyHeaders(key, address)
  return async (number: string, day: string): Promise<unknown[]> => {
    const url = new URL(address)
    url.pathname = `${address.pathname.replace(/\/+$/, '')}/flights/number/${number}/${day}`
    url.search = '?dateLocalRole=Both&withAircraftImage=false&withLocation=false'
    const { status, text } = await boundedRequest({ who, url, headers }, until)
    if (status === 204 || status === 404) return []
    if (status !== 200) throw bad(`${who} ${describeStatus(status)}`)
    try {
      return FlightContracts.parse(JSON.parse(text))
    } catch {
      throw noFlightData()
    }
  }
}

/** Throws bad_gateway for an address that would transmit the key unencrypted. */
function trusted(flightDataUrl: string): URL {
  const url = URL.parse(flightDataUrl)
  if (url && isConfidential(url)) return url
  throw bad(
    'The setting flightDataUrl is not an https address, so the key of the flight-data provider is not sent to it',
  )
}

/** RapidAPI and API.Market resell it, and use different headers for the key. */
function keyHeaders(key: string, { host }: URL): Record<string, string> {
  if (!/^[\x21-\x7e]+$/.test(key))
    throw bad(`The key of ${who} has invalid characters: set the secret FlightData again`)
  return {
    'X-RapidAPI-Key': key,
    'X-RapidAPI-Host': host,
    'X-Api-Market-Key': key,
    // Requests without a user agent get a 403.
    'User-Agent': 'courier-logistics',
  }
}

function describeStatus(status: number): string {
  if (status >= 300 && status < 400) return 'answered with a redirect'
  if (status === 401 || status === 403) return `refuses our key (${status})`
  if (status === 429) return 'answered 429: its quota is used up'
  if (status === 400) return 'answered 400: it takes no such flight number, or no such day'
  return `answered ${status}`
}
