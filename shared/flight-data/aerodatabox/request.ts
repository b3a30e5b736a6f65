import { boundedRequest, isConfidential, type Deadline } from '../../core/bounded-request.ts'
import type { Refusal } from '../../core/errors.ts'
import { refused } from '../refusals.ts'
import type { FunctionSettings } from '../../config/function-settings.ts'
import { FlightContracts } from './contract.ts'

const who = 'AeroDataBox'
export const noFlightData = () => refused.flight_data_unreadable({ provider: who })

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
    if (status !== 200) throw refusalOf(status)
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
  throw refused.flight_data_address_insecure()
}

/** RapidAPI and API.Market resell it, and use different headers for the key. */
function keyHeaders(key: string, { host }: URL): Record<string, string> {
  if (!/^[\x21-\x7e]+$/.test(key)) throw refused.flight_data_key_invalid({ provider: who })
  return {
    'X-RapidAPI-Key': key,
    'X-RapidAPI-Host': host,
    'X-Api-Market-Key': key,
    // Requests without a user agent get a 403.
    'User-Agent': 'courier-logistics',
  }
}

function refusalOf(status: number): Refusal {
  const provider = who
  if (status >= 300 && status < 400) return refused.flight_data_redirected({ provider })
  if (status === 401 || status === 403) return refused.flight_data_key_refused({ provider, status })
  if (status === 429) return refused.flight_data_quota_used_up({ provider })
  if (status === 400) return refused.flight_data_request_refused({ provider })
  return refused.flight_data_failed({ provider, status })
}
