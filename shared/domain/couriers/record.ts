import * as z from 'zod'
import { commonTexts, e164Text } from '../kernel/field-texts.ts'
import { entity } from '../../db/entity.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { courierStatuses } from './status.ts'
import {
  asStored,
  airportPattern,
  capitals,
  Country,
  defaulted,
  eachOptional,
  email,
  Id,
  name,
  CreatedAt,
  Reason,
  TenantId,
  Timestamp,
  idOf,
  UpdatedAt,
  shownAddress,
} from '../kernel/fields.ts'
import { isMasked, masked } from './passports.ts'

/** Descriptions of fields that several schemas share. */
export const courierTexts = {
  preferredRoutes: {
    description: 'Airports of departure and arrival, joined by a hyphen',
    examples: [['SVO-TBS']],
  },
  flightsCompleted: { description: 'How many flights the courier has completed', examples: [12] },
  packagesDelivered: { description: 'How many packages the courier has delivered', examples: [140] },
  passportNumber: {
    description:
      'The passport number. Responses show five dots and its last four characters, except to the request that sets it; "•••••" alone if it was removed',
    examples: ['12AB34567'],
  },
  courierName: { description: 'The courier’s full name', examples: ['Irakli Gelashvili'] },
}

export const CourierStatus = z.enum(courierStatuses)
/** A preferred route, `<origin_airport>-<destination_airport>` in capitals (interface, "Courier"). */
export const PreferredRoute = lazySchema(() =>
  capitals(`^${airportPattern}-${airportPattern}$`, 'Two airport codes of three or four letters, AAA-BBB'),
)

const texts = () => ({
  full_name: name.meta({ description: 'The full name, as in the passport', examples: ['Irakli Gelashvili'] }),
  nationality: name.meta({ description: 'The nationality', examples: ['Georgian'] }),
  phone: name.meta({ description: 'A phone number', examples: ['+995599112233'] }),
})
const details = () => ({
  ...texts(),
  email: email.meta(commonTexts.email),
  home_country: Country.meta({ description: 'A country by its two letters (ISO 3166-1)', examples: ['GE'] }),
  preferred_routes: z.array(PreferredRoute).max(50).meta(courierTexts.preferredRoutes),
})
const fields = () => ({
  ...details(),
  ...asStored(texts()),
  id: idOf('courier'),
  tenant_id: TenantId,
  status: CourierStatus.meta(commonTexts.status),
  flights_completed: z.int().meta(courierTexts.flightsCompleted),
  packages_delivered: z.int().meta(courierTexts.packagesDelivered),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
})

/** A courier as clients read it; the passport number is masked. */
export const Courier = lazySchema(() =>
  z
    .object({
      ...fields(),
      email: shownAddress.meta(commonTexts.email),
      phone_e164: z.string().nullable().meta(e164Text('phone')),
      passport_number: z.string().meta(courierTexts.passportNumber),
      rating: z
        .number()
        .nullable()
        .meta({ description: 'The mean of the ratings, from 1 to 5; null without one', examples: [4.8] }),
    })
    .meta({ id: 'Courier' }),
)
export const DeactivatedCourier = lazySchema(() =>
  Courier.unwrap()
    .extend({ message: z.string().meta(commonTexts.message) })
    .meta({ id: 'DeactivatedCourier' }),
)

export const NewCourier = lazySchema(() =>
  z
    .object({
      ...details(),
      passport_number: name
        .refine((number) => !isMasked(number), 'A masked passport number is not accepted')
        .meta(courierTexts.passportNumber),
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

export const CourierChange = lazySchema(() =>
  eachOptional({
    ...details(),
    passport_number: name.meta(courierTexts.passportNumber),
    status: CourierStatus.meta(commonTexts.status),
  }).meta({
    id: 'CourierChange',
    examples: [{ phone: '+995599765432', preferred_routes: ['TBS-SVO'] }],
  }),
)

/** The reason to show a passport number. */
export const PassportRequest = lazySchema(() =>
  z
    .object({
      reason: Reason.meta({
        description: 'Why the number is needed',
        examples: ['The airline asks for it at check-in'],
      }),
    })
    .meta({ id: 'PassportRequest', examples: [{ reason: 'The airline asks for it at check-in' }] }),
)
export const RevealedPassport = lazySchema(() =>
  z
    .object({
      courier_id: idOf('courier'),
      passport_number: z.string().meta({ description: 'The whole number', examples: ['12AB34567'] }),
    })
    .meta({ id: 'RevealedPassport' }),
)

/** A stored courier: the passport number sealed, or empty if it was removed; ratings as sum and count, so that they can be added to. */
const CourierRecord = lazySchema(() =>
  z.object({
    ...fields(),
    phone_e164: z.string().nullable().default(null),
    passport_sealed: z.string(),
    passport_end: z.string(),
    /** When the passport number was last entered; records from before have none. */
    passport_set_at: Timestamp.optional(),
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
  fields: {
    personal: ['full_name', 'nationality', 'phone', 'email', 'home_country', 'phone_e164', 'passport_end'],
    secret: ['passport_sealed'],
    internal: ['tenant_id', 'created_at', 'updated_at', 'version'],
    plain: [
      'id',
      'preferred_routes',
      'status',
      'flights_completed',
      'packages_delivered',
      'rating_sum',
      'rating_count',
      'user_id',
      'passport_set_at',
    ],
  },
  audited: 'courier',
  place: { index: 'gsi1', partition: 'COURIER' },
  key: ({ id }) => ({ pk: `COURIER#${id}`, sk: 'COURIER' }),
  index: ({ id, created_at }) => ({ gsi1: { pk: 'COURIER', sk: `${created_at}#${id}` } }),
})

/** The mean of all ratings, 1 to 5, rounded to two decimals; null where there is none. */
export const ratingOf = ({ rating_sum, rating_count }: Pick<CourierRecord, 'rating_sum' | 'rating_count'>) =>
  rating_count === 0 ? null : Math.round((rating_sum * 100) / rating_count) / 100

/** The response for a courier. */
export const toCourierResponse = (record: CourierRecord) => ({
  ...record,
  passport_number: masked(record),
  rating: ratingOf(record),
})
export type CourierResponse = ReturnType<typeof toCourierResponse>
