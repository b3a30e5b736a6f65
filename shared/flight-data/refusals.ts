import { refusals } from '../core/errors.ts'

/** Refusals of the provider of flight data. */
export const refused = refusals({
  flight_data_unreadable: ['bad_gateway', '{provider} sent something other than flight data'],
  flight_data_redirected: ['bad_gateway', '{provider} answered with a redirect'],
  flight_data_key_refused: ['bad_gateway', '{provider} refuses our key ({status})'],
  flight_data_quota_used_up: ['bad_gateway', '{provider} answered 429: its quota is used up'],
  flight_data_request_refused: [
    'bad_gateway',
    '{provider} answered 400: it takes no such flight number, or no such day',
  ],
  flight_data_failed: ['bad_gateway', '{provider} answered {status}'],
  flight_data_address_insecure: [
    'bad_gateway',
    'The setting flightDataUrl is not an https address, so the key of the flight-data provider is not sent to it',
  ],
  flight_data_key_invalid: [
    'bad_gateway',
    'The key of {provider} has invalid characters: set the secret FlightData again',
  ],
})
