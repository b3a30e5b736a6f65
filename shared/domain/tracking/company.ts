import * as z from 'zod'
import type { Entity } from '../../db/entity.ts'
import type { TenantTable } from '../../db/table.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import { shownAddress } from '../kernel/fields.ts'
import { ContactSettings, settings, settingsTexts } from '../settings/record.ts'
import { tenants } from '../users/record.ts'

/** The company that carries a parcel, and how to reach it; a text is empty if the company has not set it. */
export const CompanyCard = lazySchema(() =>
  z
    .object({
      name: z.string().meta({ description: 'The company’s name', examples: ['Swift Couriers'] }),
      phone: z.string().meta(settingsTexts.phone),
      email: shownAddress.meta(settingsTexts.email),
      website: z.string().meta(settingsTexts.website),
    })
    .meta({ id: 'CompanyCard' }),
)

/** The fields of the tenant's record and settings that recipients see. */
const Part = lazySchema(() =>
  z.object({
    id: z.string().optional(),
    name: z.string().optional(),
    contact: ContactSettings.optional(),
  }),
)
type Part = z.output<typeof Part>
/** Both records as one kind, so that one call reads them. */
const parts: Entity<Part, Part> = {
  noun: 'Company',
  schema: Part,
  ref: Part,
  // The records themselves say what theirs hold.
  fields: {},
  key: ({ id }) => (id === undefined ? settings.key({}) : tenants.key({ id })),
}

/** The company of a tenant and its table; undefined if its record cannot be read. */
export async function companyCard(
  table: Pick<TenantTable, 'many'>,
  id: string,
): Promise<z.output<typeof CompanyCard> | undefined> {
  const found = await table.many(parts, [{ id }, {}], { skipUnreadable: true })
  const { name, contact } = found.reduce((all, part) => ({ ...all, ...part }), {})
  const { phone = '', email = '', website = '', website_verified = false } = contact ?? {}
  return name === undefined ? undefined : { name, phone, email, website: website_verified ? website : '' }
}
