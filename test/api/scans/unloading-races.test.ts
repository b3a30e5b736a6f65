import { beforeAll, expect, test } from 'vitest'
import { add, book, newTenant, openBag, pack, type Tenant } from '../../support/api/tenant.ts'
import { withoutProxy } from '../../support/api/without-proxy.ts'
import { size } from '../../support/suite/figures.ts'
import { close, depart, findsOf, found, open, openCasesOf, packageOf, reportOf } from './unloading.fixture.ts'

/** Races go through the API gateway. `direct` prepares data and reads the outcome without the chaos proxy. */
let tenant: Tenant
let direct: Tenant
beforeAll(async () => {
  tenant = await newTenant()
  direct = withoutProxy(tenant)
})

const rounds = Number(process.env.RACE_ROUNDS ?? size(10, 50))
/** Rounds that run in parallel. */
const parallel = 2

/** The unloading of a bag with three packages, of two shipments. */
async function unloading() {
  const [bag, one, other] = await Promise.all([openBag(direct), book(direct), book(direct)])
  const packages: any[] = []
  for (const { id } of [one, one, other]) packages.push(await add(direct, id))
  for (const { id } of packages) await pack(direct, bag.id, id)
  await depart(direct, bag.id)
  return { packages, id: (await open(direct, bag.id)).body.id as string }
}

const arrivals = async (id: string) =>
  (await direct.send(`GET /api/v1/packages/${id}/events`)).body.filter(
    ({ event_type, status_applied, description }: any) =>
      event_type === 'ARRIVED_AT_WAREHOUSE' && status_applied && description,
  ).length

/** What must hold of every package, whoever was first. */
async function expectConsistent(id: string, packages: any[]) {
  const report = await reportOf(direct, id)
  expect([...report.found, ...report.missing].sort()).toEqual(report.expected)
  for (const one of packages) {
    const [{ status }, open, times] = [
      await packageOf(direct, one.id),
      await openCasesOf(direct, one.id),
      await arrivals(one.id),
    ]
    const isMissing = report.missing.includes(one.id)
    expect([status, times], 'the arrival of the bag, and of the package once').toEqual(
      isMissing ? ['IN_TRANSIT', 1] : ['ARRIVED', 2],
    )
    const isReported = isMissing && report.status === 'CLOSED'
    expect(open.map(({ code }) => code)).toEqual(isReported ? ['MISSING'] : [])
  }
  return report
}

async function race(round: (n: number) => Promise<void>) {
  let next = 0
  const worker = async () => {
    while (next < rounds) await round(next++)
  }
  await Promise.all(Array.from({ length: parallel }, worker))
}

test(`two workers find the same packages at once, ${rounds} times: each counts once`, () =>
  race(async (n) => {
    const { id, packages } = await unloading()
    // Every other time they send the same finds, as a phone that repeats a request does.
    const finds = findsOf(packages)
    const answers = await Promise.all([
      found(tenant, id, finds),
      found(tenant, id, n % 2 ? finds : findsOf(packages).reverse()),
    ])
    const counted = answers.flat().map(({ status, body }) => [status, body.outcome, body.counted])
    expect(counted.filter(([, , first]) => first)).toHaveLength(n % 2 ? 6 : 3)
    expect(new Set(counted.map(([status, outcome]) => `${status} ${outcome}`))).toEqual(new Set(['200 FOUND']))
    expect((await expectConsistent(id, packages)).counts).toMatchObject({ found: 3, missing: 0 })
  }))

test(`an unloading is closed while its packages are found, ${rounds} times: each is found or has a case`, () =>
  race(async (n) => {
    const { id, packages } = await unloading()
    const scanned = (qr_code: string) =>
      tenant.send('POST /api/v1/scan-event', {
        body: { qr_code, event_type: 'ARRIVED_AT_WAREHOUSE', warehouse_id: packages[2].shipment_id },
      })
    const [closed, [answer]] = await Promise.all([
      close(tenant, id),
      found(tenant, id, findsOf([packages[0]])),
      ...(n % 2 ? [scanned(packages[1].qr_code)] : []),
    ])
    expect([closed.status, answer.body.status]).toEqual([200, 'ARRIVED'])
    const { missing } = await expectConsistent(id, packages)
    const left = packages.slice(n % 2 ? 2 : 1).map((one) => one.id as string)
    expect(missing).toEqual(left.sort())
  }))
