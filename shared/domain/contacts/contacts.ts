import * as z from 'zod'
import type { Plan } from '../../db/commit.ts'
import type { Page, PageRequest } from '../../db/page.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { TenantContext, TenantWork, UserWork } from '../kernel/context.ts'
import { deleted, differences, optional, text } from '../kernel/fields.ts'
import { inE164 } from '../search/e164.ts'
import { recordsOf, searchFor } from '../search/find.ts'
import { moveSearchItems } from '../search/items.ts'
import { contacts, searchedOf, type ContactChange, type ContactRecord, type NewContact } from './record.ts'

/** Adds a contact, with what it is found by, in one transaction. */
export async function createContact(
  ctx: UserWork,
  { language = null, ...input }: z.output<typeof NewContact>,
): Promise<Plan<ContactRecord>> {
  const { table, actor, now, newId } = ctx
  const moment = now.toISOString()
  const record: ContactRecord = {
    ...input,
    ...(await inE164(table, { phone: input.phone })),
    language,
    id: newId(),
    tenant_id: actor.tenant_id,
    created_at: moment,
    updated_at: moment,
    version: 1,
    sounds: true,
  }
  const { added } = await moveSearchItems(ctx, { to: searchedOf(record) })
  return { writes: [table.create(contacts, record), ...added], result: record }
}

/** Throws "Contact not found". */
export const readContact = ({ table }: TenantContext, id: string) => table.get(contacts, { id })

/** Merges the named fields; shipments that it was copied to stay. Throws not_found and stale (If-Match). */
export async function changeContact(
  ctx: TenantContext,
  id: string,
  input: z.output<typeof ContactChange>,
): Promise<Plan<ContactRecord>> {
  const { table, now, expectVersion } = ctx
  const current = await table.get(contacts, { id })
  expectVersion(current.version)
  const change = differences(current, input)
  if (Object.keys(change).length === 0) return { writes: [], result: current }
  const numbers = await inE164(table, { phone: change.phone ?? current.phone })
  const changed = { ...change, ...numbers, sounds: true, updated_at: now.toISOString() }
  const { write, record } = table.updateVersion(contacts, current, changed)
  const { added, removed } = await moveSearchItems(ctx, { from: searchedOf(current), to: searchedOf(record) })
  return { writes: [write, ...added, ...removed], result: record }
}

/** Deletes a contact; shipments that it was copied to stay. Throws not_found and stale (If-Match). */
export async function deleteContact(ctx: TenantContext, id: string) {
  const { table, expectVersion } = ctx
  const current = await table.get(contacts, { id })
  expectVersion(current.version)
  const { removed } = await moveSearchItems(ctx, { from: searchedOf(current) })
  return { writes: [table.remove(contacts, current), ...removed], result: deleted('contact', current.id) }
}

export const ContactFilter = lazySchema(() =>
  z.object({
    q: optional(text(200)).meta({
      description:
        'Words, each of which begins a word of the name, in its own script or as it is usually spelled in Latin letters or another script: `yuri` finds Юрий. Words of one or two letters are whole words. Letter case, accents and apostrophes do not matter. Also a phone number, or four digits or more of its beginning or end',
      examples: ['beridze'],
    }),
    phone: optional(text(200).min(1)).meta({
      description:
        'The phone number, in any spelling, or four digits or more of its beginning or end. Without its calling code it is a number of the country in the settings',
      examples: ['+995599123456'],
    }),
  }),
)

/** Newest first; those that are found by words, in the order of the words. */
export async function listContacts(
  ctx: TenantWork,
  filter: z.output<typeof ContactFilter>,
  page: PageRequest,
): Promise<Page<ContactRecord>> {
  const search = await searchFor(ctx, 'CONTACT', filter)
  const items = await search.pages(page)
  if (!items)
    return ctx.table.list(contacts, { index: 'gsi1', partition: 'CONTACT', newestFirst: true, ...page })
  return recordsOf(ctx.table, contacts, items, (record, item) => search.isFound(searchedOf(record), item))
}
