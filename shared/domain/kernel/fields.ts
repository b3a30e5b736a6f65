import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { exampleIds, labelTexts } from './example-ids.ts'
import { commonTexts } from './field-texts.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import { asciiAddress, faultOfAddress, readableAddress } from './email-address.ts'

/** Field types that requests and records share. */

/** Any UUID, in lower case; clients may use any version. */
export const Id = z.guid().toLowerCase()
export const Timestamp = z.iso.datetime()

/** Kinds of records whose ids are described by another word than their key. */
const words: Partial<Record<keyof typeof exampleIds, string>> = {
  noShow: 'no-show',
  apiKey: 'key',
  tenant: 'company',
}
/** The description of the id of a kind of record. */
export const idTexts = (kind: keyof typeof exampleIds) => ({
  description: `The ${words[kind] ?? kind}’s id`,
  examples: [exampleIds[kind]],
})
/** The id of a record of the kind. */
export const idOf = (kind: keyof typeof exampleIds) => Id.meta(idTexts(kind))

/** Fields that most records have. */
export const TenantId = Id.meta({
  description: 'The company that the record belongs to',
  examples: [exampleIds.tenant],
})
export const CreatedAt = Timestamp.meta({
  description: 'When the record was created',
  examples: ['2026-11-23T09:00:00.000Z'],
})
export const UpdatedAt = Timestamp.meta({
  description: 'When the record last changed',
  examples: ['2026-11-23T09:30:00.000Z'],
})

/** A list of at most `max` ids, each once. */
export const ids = (max: number) =>
  z
    .array(Id)
    .max(max)
    .overwrite((given) => [...new Set(given)])

const wellFormed = z.refine<string>(
  (value) => value.isWellFormed() && !value.includes('\0'),
  'Text must be valid Unicode without NUL',
)
/**
 * A text that is compared or passed on exactly as it is given, such as a scanned code: of at most `max` code points, in valid
 * Unicode and without NUL, which other systems reject.
 */
export const verbatim = (max: number) => z.string().check(z.maxLength(max), wellFormed)

/**
 * Embeddings, overrides and isolates of direction (UAX #9), and byte order marks. They are removed, and not refused: address
 * books put them around names and phone numbers that people copy, and nobody can see them in a form. Without them, letters are
 * shown in the order in which they are stored, so that a name cannot feign another one on a page, label or letter. The marks
 * U+200E, U+200F and U+061C stay: they move punctuation next to Arabic and Hebrew, and override no letter.
 */
const directions = /[\u202A-\u202E\u2066-\u2069\uFEFF]/g
/** The form in which free texts are stored and compared: composed (NFC), without directions, and without spaces around. */
export const cleaned = (given: string) => given.replaceAll(directions, '').normalize('NFC').trim()

/** What no text of a person contains: control characters but tabs and line breaks, noncharacters, and halves of surrogate pairs. */
const unusable = /[^\P{Cc}\t\n\r]|\p{Noncharacter_Code_Point}|\p{Cs}|\uFFFD/u
/** Why a text is refused; undefined if it is not. It names the character only, because issues are logged. */
function faultOf(given: string): string | undefined {
  const [found] = unusable.exec(given) ?? []
  if (found === undefined) return undefined
  const code = `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  if (found === '\uFFFD') return `Letters were lost where the text has ${code}: enter it again`
  return /\p{Cc}/u.test(found)
    ? `The text has the control character ${code}, which cannot be seen: remove it`
    : `The text has ${code}, which is no character of Unicode: remove it`
}
const readable = z.check<string>((ctx) => {
  const message = faultOf(ctx.value)
  if (message !== undefined) ctx.issues.push({ code: 'custom', message, input: ctx.value, continue: true })
})
/** Free text, `cleaned`. Refuses control characters, and what is no character. */
export const freeText = () => z.string().check(z.overwrite(cleaned), readable)
/** The same, of then at most `max` code points (JSON Schema, `maxLength`). */
export const text = (max: number) => freeText().check(z.maxLength(max))
/** A text of a record as it is stored and shown. Records from before later rules of `text` are read too. */
export const storedText = z.string().overwrite(cleaned)
/** Fields that are texts, as they are stored and shown. */
export const asStored = <S extends Record<string, z.ZodType>>(texts: S) =>
  Object.fromEntries(
    Object.entries(texts).map(([field, schema]) => [field, storedText.meta(schema.meta() ?? {})]),
  ) as { [F in keyof S]: typeof storedText }

/** Text that has a character that can be seen. */
export const notBlank = [
  z.minLength(1, { abort: true }),
  z.regex(/\S/, { error: 'Must not be blank' }),
  z.refine<string>((given) => /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(given), {
    error: 'Must not be blank: it has only characters that cannot be seen',
  }),
] as const
/** Non-empty text: a name, a label, a place. */
export const name = text(200).check(...notBlank)

/** An e-mail address in the form in which it is stored and compared: `cleaned`, with its domain in ASCII. */
export const asAddress = z.overwrite<string>((given) => asciiAddress(cleaned(given)))
const faultless = z.check<string>((ctx) => {
  const message = faultOfAddress(ctx.value)
  if (message !== undefined) ctx.issues.push({ code: 'custom', message, input: ctx.value, continue: true })
})
export const email = lazySchema(() =>
  z.string().check(asAddress, faultless, z.maxLength(254)).meta({ format: 'email' }),
)
/** No text, or spaces alone. */
const nothing = z.string().check(z.overwrite(cleaned)).pipe(z.literal('')).meta({ const: '' })
/** An address, or "" if there is none. */
export const emailOrNone = lazySchema(() => email.or(nothing))
/** A stored address, or "", as responses show it. */
export const shownAddress = lazySchema(() => z.string().check(z.overwrite(readableAddress)))
/** A code, converted to capitals. */
export const capitals = (pattern: string, error: string) =>
  z.string().check(z.trim(), z.toUpperCase(), z.regex(new RegExp(pattern), { error }))
/** ISO 3166-1 alpha-2, in capitals. */
export const Country = lazySchema(() => capitals('^[A-Z]{2}$', 'A country code of two letters'))
/** An airport by its IATA or ICAO code, three or four letters, in capitals. */
export const airportPattern = '[A-Z]{3,4}'
export const airport = lazySchema(() =>
  capitals(`^${airportPattern}$`, 'An airport code of three or four letters'),
)

/**
 * A decimal number of any precision. Values below DynamoDB's smallest number become 0 (DynamoDB, "Number": 1E-130
 * to 9.9E+125).
 */
export const decimal = (from: number, to: number) =>
  z
    .number()
    .min(from)
    .max(to)
    .overwrite((value) => (Math.abs(value) < 1e-130 ? 0 : value))

/** Kilograms in requests, up to 100 t; `toGrams` rounds them to the gram. */
export const kilograms = z.number().min(0).max(100_000)
/** An amount in the decimal currency; `toMinor` rounds it to two decimals. */
export const amount = lazySchema(() => z.number().min(0).max(1e9))

/** An optional field; null means missing. */
export const optional = <S extends z.ZodType>(schema: S) =>
  schema.nullish().transform((value) => value ?? undefined) as unknown as z.ZodOptional<
    z.ZodType<z.output<S>, z.input<S> | null>
  >
/** The fields of a change: each is optional. */
export const eachOptional = <S extends Record<string, z.ZodType>>(shape: S) =>
  z.object(
    Object.fromEntries(Object.entries(shape).map(([field, schema]) => [field, optional(schema)])) as {
      [F in keyof S]: z.ZodOptional<S[F]>
    },
  )
/** A field with a default, which null selects too. */
export const defaulted = <S extends z.ZodType>(schema: S, value: z.output<S>) =>
  schema.nullish().transform((given) => given ?? value)

/** A number in a query. */
export const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `A whole number from ${from} to ${to}`)
    .transform(Number)
    .refine((n) => n >= from && n <= to, `A whole number from ${from} to ${to}`)
    .optional()
    // As the reference shows it: in a URL it is text.
    .meta({ type: 'integer', minimum: from, maximum: to })

/** Shifts the decimal point and rounds half up: 1.005 with 2 digits is 101, as on paper. */
function scaled(value: number, digits: number): number {
  const moved = Number(`${value}e${digits}`)
  return Math.round(Number.isNaN(moved) ? value * 10 ** digits : moved)
}
/** Weights are stored as integer grams, so that sums are exact. */
export const toGrams = (kg: number) => scaled(kg, 3)
export const toKilograms = (grams: number) => grams / 1000
/** Amounts are stored as integer minor units. */
export const toMinor = (decimal: number) => scaled(decimal, 2)
export const toDecimal = (minor: number) => minor / 100

/** A scanned code: the content of a label's QR code, or the code that is printed below it. */
export const ScannedText = verbatim(2000).min(1)

/**
 * The fields by which a request names packages: by their ids, by their scanned codes, or both. `description`: what happens
 * to the packages.
 */
export const packageNames = (max: number, description: string) => ({
  package_ids: defaulted(ids(max), []).meta({ description, examples: [[exampleIds.package]] }),
  qr_codes: defaulted(z.array(ScannedText).max(max), []).meta({
    description:
      'Scanned codes of packages: the whole content of a QR code, whose signature is checked, or the code below it',
    examples: [[labelTexts.package]],
  }),
})
export type PackageNames = z.output<z.ZodObject<ReturnType<typeof packageNames>>>

/** Requires that a request names at least one package, and at most `max`. */
export const namingPackages = <S extends z.ZodType<PackageNames>>(schema: S, max: number): S =>
  schema.refine(
    ({ package_ids, qr_codes }) => {
      const count = package_ids.length + qr_codes.length
      return count > 0 && count <= max
    },
    { path: ['package_ids'], error: `Name 1 to ${max} packages, by package_ids, qr_codes or both` },
  )

/** Why people do something; it stands in the timeline. */
export const Reason = lazySchema(() => text(1000).check(z.minLength(1)))

/** A response with a message only. */
export const Message = lazySchema(() =>
  z.object({ message: z.string().meta(commonTexts.message) }).meta({ id: 'Message' }),
)

/** The remains of a deleted record. */
export const Deleted = lazySchema(() =>
  z
    .object({
      id: Id.meta({ description: 'The id of the deleted record', examples: [exampleIds.shipment] }),
      deleted: z.literal(true).meta({ description: 'Always true', examples: [true] }),
      message: z.string().meta(commonTexts.message),
    })
    .meta({ id: 'Deleted' }),
)

/** The response to a deletion. */
export const deleted = (noun: string, id: string) => ({
  id,
  deleted: true as const,
  message: `The ${noun} is deleted`,
})

/** The effective part of a change: named fields whose value differs from the record's. */
export const differences = <T extends object>(
  current: T,
  named: { [F in keyof T]?: T[F] | undefined },
): Partial<T> =>
  Object.fromEntries(
    Object.entries(named).filter(
      ([field, value]) => value !== undefined && !isDeepStrictEqual(value, current[field as keyof T]),
    ),
  ) as Partial<T>
