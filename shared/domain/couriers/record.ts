import * as z from 'zod'
import { entity } from '../../db/entity.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { courierStatuses } from './status.ts'
import {
  airportPattern,
  capitals,
  Country,
  defaulted,
  eachOptional,
  email,
  Id,
  name,
  Timestamp,
} from '../kernel/fields.ts'
import { isMasked, type StoredPassport } from './passports.ts'

export const CourierStatus = z.enum(courierStatuses)
/** A preferred route, `<origin_airport>-<destination_airport>` in capitals (interface, "Courier"). */
export const PreferredRoute = /* @__PURE__ */ lazySchema(() =>
  capitals(`^${airportPattern}-${airportPattern}$`, 'Two airport codes of three or four letters, AAA-BBB'),
)

const details = () => ({
  full_name: name,
  nationality: name,
  phone: name,
  email,
  home_country: Country,
  preferred_routes: z.array(PreferredRoute).max(50),
})
const fields = () => ({
  ...details(),
  id: Id,
  tenant_id: Id,
  status: CourierStatus,
  flights_completed: z.int(),
  packages_delivered: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
})

/** A courier as clients read it; the passport number is masked for roles that may not change couriers. */
export const Courier = /* @__PURE__ */ lazySchema(() =>
  z.object({ ...fields(), passport_number: z.string(), rating: z.number().nullable() }).meta({ id: 'Courier' }),
)
export const DeactivatedCourier = /* @__PURE__ */ lazySchema(() =>
  Courier.unwrap().extend({ message: z.string() }).meta({ id: 'DeactivatedCourier' }),
)

export const NewCourier = /* @__PURE__ */ lazySchema(() =>
  z
    .object({
      ...details(),
      passport_number: name.refine((number) => !isMasked(number), 'A masked passport number is not accepted'),
      preferred_routes: defaulted(details().preferred_routes, []),
    })
    .meta({
      id: 'NewCourier',
      examples: [
        {
          full_name: 'Irakli Gelashvili',
          passport_number: '12AB34567',
          nationality: 'Georgian',
          phone: '+995599123456',
          email: 'irakli@example.com',
          home_country: 'GE',
          preferred_routes: ['SVO-TBS', 'TBS-IST'],
        },
      ],
    }),
)

export const CourierChange = /* @__PURE__ */ lazySchema(() =>
  eachOptional({ ...details(), passport_number: name, status: CourierStatus }).meta({
    id: 'CourierChange',
    examples: [{ phone: '+995599765432', preferred_routes: ['TBS-SVO'] }],
  }),
)

/** A stored courier: the passport number sealed, ratings as sum and count, so that they can be added to. */
const CourierRecord = lazySchema(() =>
  z.object({
    ...fields(),
    passport_sealed: z.string(),
    passport_end: z.string(),
    rating_sum: z.int(),
    rating_count: z.int(),
    /** The user who was last linked to the courier (users/courier-link.ts). */
    user_id: Id.optional(),
    version: z.int(),
  }),
)
export type CourierRecord = z.output<typeof CourierRecord>

export const couriers = entity({
  noun: 'Courier',
  schema: CourierRecord,
  ref: pick(CourierRecord, 'id'),
  key: ({ id }) => ({ pk: `COURIER#${id}`, sk: 'COURIER' }),
  index: ({ id, created_at }) => ({ gsi1: { pk: 'COURIER', sk: `${created_at}#${id}` } }),
})

/** The mean of all ratings, 1 to 5, rounded to two decimals; null where there is none. */
export const ratingOf = ({ rating_sum, rating_count }: Pick<CourierRecord, 'rating_sum' | 'rating_count'>) =>
  rating_count === 0 ? null : Math.round((rating_sum * 100) / rating_count) / 100

/** The response for a courier; `passport` turns the stored number into the shown one. */
export const toCourierResponse =
  (passport: (record: StoredPassport & { id: string }) => string) => (record: CourierRecord) => ({
    ...record,
    passport_number: passport(record),
    rating: ratingOf(record),
  })
export type CourierResponse = ReturnType<ReturnType<typeof toCourierResponse>>
