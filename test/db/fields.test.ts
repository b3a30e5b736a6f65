import { expect, test } from 'vitest'
import * as z from 'zod'
import { kinds } from '../support/stored-items/entities.ts'

// What is known of a person can be masked, and later erased, only if each field says whether it is about people.

/** The names of a record's fields: those of a union are all that its options have. */
function fieldsOf(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodLazy) return fieldsOf(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodUnion) return [...new Set((schema.options as z.ZodType[]).flatMap(fieldsOf))]
  return Object.keys((schema as z.ZodObject).shape)
}

test.each(kinds)(
  'each field of $name is declared as personal, secret, internal or plain, once',
  ({ of, file }) => {
    const declared = Object.values(of.fields as Record<string, readonly string[]>).flat()
    expect([...declared].sort(), `See \`Fields\` in shared/db/entity.ts, and ${file}`).toEqual(
      fieldsOf(of.schema).sort(),
    )
  },
)

test('fields by which people are named or reached are personal, in every kind of record', () => {
  const personalWords =
    /(^|_)(name|phone|email|address|notes?|passport|comment|signature|latitude|longitude)($|_)/
  // Names of things, of bags, companies, warehouses and keys, and whether an address was confirmed.
  const ofThings = [
    'email_verified',
    'passport_set_at',
    'passport_retention_months',
    'tenants.name',
    'companies.name',
    'warehouses.name',
    'warehouses.address',
    'apiKeys.name',
    'settings.notices',
  ]
  for (const { name, of } of kinds)
    for (const field of [...(of.fields.plain ?? []), ...(of.fields.internal ?? [])] as string[])
      if (personalWords.test(field) && !ofThings.includes(field) && !ofThings.includes(`${name}.${field}`))
        expect.unreachable(`${name}.${field} seems to be about a person`)
})

test.each(kinds.filter(({ of }) => of.fields.personal))(
  'it is declared where records of $name are, which hold what is known of people',
  ({ of, file }) => {
    expect(of.place, `See \`Place\` in shared/db/entity.ts, and ${file}`).toBeDefined()
  },
)
