import { expect, test, vi } from 'vitest'
import { Typeface } from '../../../shared/labels/typeface.ts'
import { add, book, newParcel, newTenant, openBag, type Tenant } from '../../support/api/tenant.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { tokenOf } from '../../support/in-process/tokens.ts'

/** What is slow to lay out: many marks on each letter, of Latin and of Arabic. */
const slow = ['a\u0301\u0302\u0303\u0304\u0306\u0307\u0308', 'ب\u064B\u064C\u064D\u064E\u064F\u0650\u0651']

/** A bag with twenty packages whose texts are as long and as slow as they may be. */
async function hostileBag(company: Tenant) {
  const bag = await openBag(company)
  for (const [n, unit] of slow.entries()) {
    const text = (length: number) => `${n}${unit.repeat(length)}`.slice(0, length)
    const { id } = await book(company, { recipient_name: text(200), destination: text(200) })
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, m) =>
        add(company, id, { description: `${m}${text(1900)}`, weight: 0.01 }),
      ),
    )
    const body = { package_ids: made.map((one) => one.id) }
    expect((await company.send(`POST /api/v1/bags/${bag.id}/packages`, { body })).status).toBe(200)
  }
  return bag.id as string
}

test('the slowest manifests of one company are bounded, and the label of another is answered beside them', async () => {
  const [company, other] = [await newTenant(), await newTenant()]
  const bag = await hostileBag(company)
  const { id } = await newParcel(other)
  const service = inProcess()
  const tokens = await Promise.all(
    [company, other].map(({ user }) => tokenOf(user.tenant_id, { role: 'manager' }, 900, service)),
  )
  const [ours = '', theirs = ''] = tokens
  const layout = vi.spyOn(Typeface.prototype, 'layout')
  const manifests = Array.from({ length: 8 }, () =>
    service.call(`GET /api/v1/bags/${bag}/manifest`, { token: ours }),
  )
  const label = await service.call(`GET /api/v1/packages/${id}/label?format=zpl`, { token: theirs })
  const replies = await Promise.all(manifests)
  const units = layout.mock.calls.reduce((sum, [run]) => sum + run.length, 0)
  layout.mockRestore()
  expect([label, ...replies].map(({ status }) => status)).toEqual(Array(9).fill(200))
  // A row is 170 mm, of places of 0.64 mm: less than ten times two code units for each (test/domain/label-layout.test.ts).
  expect(units).toBeLessThan(8 * 20 * 10 * 2 * (170 / 0.64))
})

test('a manifest counts by its rows, and is refused in time beyond the share of its company', async () => {
  const company = await newTenant()
  const bag = await hostileBag(company)
  const service = inProcess({ variables: { DOCUMENTS_PER_MINUTE: '7' } })
  const token = await tokenOf(company.user.tenant_id, { role: 'manager' }, 900, service)
  const manifest = (format: string) =>
    service.call(`GET /api/v1/bags/${bag}/manifest?format=${format}`, { token })
  // Twenty rows count as three labels.
  const statuses = []
  for (const format of ['pdf', 'pdf', 'pdf', 'csv', 'csv']) statuses.push((await manifest(format)).status)
  expect(statuses).toEqual([200, 200, 429, 200, 429])
  const { headers } = await manifest('pdf')
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  const neighbour = await newTenant()
  const theirs = await tokenOf(neighbour.user.tenant_id, { role: 'manager' }, 900, service)
  const { id } = await newParcel(neighbour)
  expect((await service.call(`GET /api/v1/packages/${id}/label`, { token: theirs })).status).toBe(200)
  service.pass(60)
  expect((await manifest('pdf')).status).toBe(200)
})
