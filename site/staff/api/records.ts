import type { components } from '../../../shared/client/api-types.ts'

type Schemas = components['schemas']
// The records of the API, by its OpenAPI document. Not validated, since the pages and the service are deployed together.
export type Shipment = Schemas['Shipment']
export type StatisticsDay = Schemas['StatisticsDay']
export type Payment = Shipment['payment_status']
export type Package = Schemas['Package']
export type Scan = Schemas['Scan']
export type Bag = Schemas['Bag']
export type Flight = Schemas['Flight']
export type Courier = Schemas['Courier']
export type Warehouse = Schemas['Warehouse']
export type Contact = Schemas['Contact']
export type Case = Schemas['Case']
