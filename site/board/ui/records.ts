import type * as z from 'zod'
import type { Event as EventSchema } from '../../../shared/domain/timeline/timeline-events.ts'
import type { Package as PackageSchema } from '../../../shared/domain/packages/record.ts'
import type { Photo as PhotoSchema } from '../../../shared/domain/photos/record.ts'
import type { Member as MemberSchema } from '../../../shared/domain/users/users.ts'
import type { Board as BoardSchema } from '../../../shared/domain/shipments/board.ts'
import type { Shipment as ShipmentSchema } from '../../../shared/domain/shipments/record.ts'

// Responses of the service, typed by its schemas. Not validated, since page and service are deployed together.
export type Board = z.output<typeof BoardSchema>
export type Column = Board['columns'][number]
/** A shipment's card; whole shipments are cards too. */
export type Card = Column['shipments'][number]
export type Shipment = z.output<typeof ShipmentSchema>
export type Payment = Shipment['payment_status']
export type Package = z.output<typeof PackageSchema>
export type Event = z.output<typeof EventSchema>
export type Member = z.output<typeof MemberSchema>
export type Photo = z.output<typeof PhotoSchema>
