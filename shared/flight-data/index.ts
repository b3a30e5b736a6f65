import type { FlightProviderOf } from '../domain/flights/report.ts'
import { aeroDataBox } from './aerodatabox/provider.ts'

/** The flight-data provider in use. To use another, add its folder next to aerodatabox and name it here. */
export const flightDataProvider: FlightProviderOf = aeroDataBox
