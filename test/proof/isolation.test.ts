import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { routes } from '../../functions/index.ts'
import { roles } from '../../shared/domain/kernel/roles.ts'
import type { Role } from '../../shared/domain/kernel/roles.ts'
import { allItems } from '../support/in-process/all-items.ts'
import { functionLog } from '../support/in-process/context.ts'
import type { Answer } from '../support/api/answer.ts'
import { seededRandom } from '../support/chaos-proxy/faults/seeded-random.ts'
import { seed, size, report } from '../support/suite/proof.ts'
import { bodyOf, filled, idsOf } from '../support/routes/records.ts'
import { referenceFieldsOf } from '../support/routes/reference-fields.ts'
import { newTenant, verifyManager, type Tenant } from '../support/api/tenant.ts'
import { tokensOf } from '../support/in-process/tokens.ts'
import { seconds } from '../support/suite/time.ts'
import { waitFor } from '../support/suite/wait.ts'

// A request that refers to another company's record, in any field and with any role, gets the same response as for an
// unknown record. It reveals nothing and changes nothing.
let victim: Tenant
let attacker: Tenant
let tokens: Record<Role, string>
const canary = `canary${randomUUID().slice(0, 8)}`
/** The names of fields with text that users enter. */
const words = /name|phone|address|description|label|notes|city|email|passport_number|comment/

beforeAll(async () => {
  ;[victim, attacker] = await Promise.all([newTenant(), newTenant()])
  tokens = await tokensOf(attacker.user.tenant_id)
  await verifyManager(victim)
  const { send } = victim
  victim.send = (key, options) =>
    send(key, options?.body ? { ...options, body: marked(options.body) } : options)
})

/** The body with the canary in all fields with users' text, if the field stays valid. */
const marked = (body: object) =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      !words.test(name) || typeof value !== 'string'
        ? value
        : name.endsWith('email')
          ? `${canary}-${randomUUID()}@example.com`
          : name === 'passport_number'
            ? canary.slice(0, 10).toUpperCase()
            : /phone/.test(name)
              ? value
              : `${value} ${canary}`,
    ]),
  )

const random = seededRandom(seed)
const seen = { requests: 0 }
/** References for which the API specifies a different response. */
const exceptions: Record<string, string> = {
  'POST /api/v1/scans qr_data': 'a label that another company signed is wrong_tenant, a forged one forged',
}

const tenantRoutes = routes
  .filter(({ access }) => access !== 'public')
  .map((route) => ({ route, slots: referenceFieldsOf(route) }))
  .filter(({ slots }) => slots.length > 0)

const everySlot = tenantRoutes.flatMap(({ route, slots }) => slots.map((slot) => ({ route, slot })))
const nameOf = ({ route, slot }: Place) => `${route.key}: ${slot.where} ${slot.name}`
type Place = (typeof everySlot)[number]

/** The victim's record for each reference, and the victim's items after all records were created. */
const theirs = new Map<Place, unknown>()
let before: string[]
beforeAll(async () => {
  for (const place of everySlot) theirs.set(place, await place.slot.of(victim))
  await settled(victim)
  // Disable webhooks, so that retries of failed deliveries do not change items.
  for (const { id } of (await victim.send('GET /api/v1/webhooks')).body)
    await victim.send(`PUT /api/v1/webhooks/${id}`, { body: { status: 'DISABLED' } })
  before = await settled(victim)
}, seconds(180))

const references = everySlot.map((place) => [nameOf(place), place] as const)
test.each(references)('%s: another tenant’s record gets the response of an unknown one', async (_, place) => {
  const { route, slot } = place
  const create = async () => {
    const ids = await idsOf(route, attacker)
    return { ids, ...(await bodyOf(route, attacker, ids)) }
  }
  const shared = await create()
  // A successful request changes the attacker's records and so the next response. Create new records for each.
  const own = async () => (slot.where === 'body' ? create() : shared)
  for (const role of random.sample(roles, slot.taken ? 1 : size(2, roles.length))) {
    const [there, none] = [theirs.get(place), slot.unknown()]
    const [foreign, unknown] = [
      await ask(place, await own(), there, role),
      await ask(place, await own(), none, role),
    ]
    if (exceptions[`${route.key} ${slot.name}`] === undefined)
      expect(plain(foreign, there), `as a ${role}`).toEqual(plain(unknown, none))
    expect(foreign.text.toLowerCase()).not.toContain(canary)
    for (const secret of [victim.user.tenant_id, victim.user.id]) expect(foreign.text).not.toContain(secret)
    seen.requests += 2
  }
})

test('no item of the victim has changed', async () => {
  expect(await settled(victim)).toEqual(before)
})

/** Sends a valid request of the attacker in which only the reference is replaced by `value`. */
function ask(
  { route, slot }: Place,
  own: { ids: Record<string, string>; body?: object },
  value: unknown,
  role: Role,
): Promise<Answer> {
  const { where, name } = slot
  const key = filled(route, where === 'path' ? { ...own.ids, [name]: String(value) } : own.ids)
  const query = where === 'query' ? `?${new URLSearchParams({ [name]: String(value) }).toString()}` : ''
  const body = own.body && (where === 'body' ? { ...own.body, [name]: value } : own.body)
  return attacker.send(key + query, { token: tokens[role], ...(body && { body }) })
}

/** A response without the parts that differ between requests: the requested value, ids, times, codes and sealed values. */
function plain({ status, headers, text }: Answer, asked: unknown) {
  const { 'content-type': type, 'cache-control': cache, etag, 'www-authenticate': challenge } = headers
  const words = [JSON.stringify(asked), String(asked)].reduce(
    (all, one) => all.replaceAll(one, '<asked>'),
    text,
  )
  return {
    status,
    type,
    cache,
    challenge,
    tagged: etag !== undefined,
    text: words
      .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '<id>')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<moment>')
      .replace(/(PKG|TRK|BAG|WH)-?[\dA-Z-]+/g, '<code>')
      .replace(/"(c|qr_image|passport_number|secret)":"[^"]*"/g, '"$1":"<seal>"'),
  }
}

/** A replacer for `JSON.stringify` that sorts keys and set members, so that equal items have equal texts. */
const inOrder = (_: string, value: unknown): unknown =>
  value instanceof Set
    ? [...value].sort()
    : value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value

/** Waits until every delivery was attempted and the company's items are unchanged for a second. Returns the items. */
async function settled({ user: { tenant_id } }: Tenant): Promise<string[]> {
  const items = async () => {
    const found: string[] = []
    for await (const item of allItems())
      // Ignore outlets, in which the service stores the time of its next check of a subscription.
      if (item.pk.includes(tenant_id) && item.sk !== 'OUTLET') found.push(JSON.stringify(item, inOrder))
    return found.sort()
  }
  let last: string[] = []
  await waitFor(
    async () => {
      const before = last
      last = await items()
      expect(last).toEqual(before)
      expect(last.filter((item) => item.includes('"attempts":[]'))).toEqual([])
    },
    { timeout: seconds(60), interval: 1000 },
  )
  return last
}

test('no log contains personal data', () => {
  expect(functionLog().toLowerCase()).not.toContain(canary)
  report(
    'Isolation',
    'A request for another tenant’s record gets the response of a missing one',
    `${everySlot.length} references of ${tenantRoutes.length} routes, ${seen.requests} requests: equal responses, nothing changed, no text of the other tenant in a response or log`,
  )
})
