import type { FlightProviderOf } from '../domain/flights/report.ts'
import { aeroDataBox } from './aerodatabox/provider.ts'

/** The flight-data provider in use. Another one is a folder beside aerodatabox, named here. */
export const flightDataProvider: FlightProviderOf = aeroDataBox
