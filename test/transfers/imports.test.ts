import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCsv } from '../../shared/csv/read.ts'
import { csvRows } from '../../shared/csv/write.ts'
import type { Store } from '../../shared/db/store.ts'
import { isOver } from '../../shared/domain/transfers/record.ts'
import { workOnImport } from '../../shared/transfers/import.ts'
import { encode } from '../support/csv/encode.ts'
import { size } from '../support/suite/proof.ts'
import { seconds } from '../support/suite/time.ts'
import { shipmentFile, shipmentTable } from '../support/api/imports.ts'
import { seededRandom } from '../support/chaos-proxy/faults/seeded-random.ts'
import { companyInMemory, dyingStore, type MemoryCompany } from '../support/transfers/company.ts'

/** The moments at which workers die one after the other: after how many transactions, and whether the last was sent. */
type Deaths = readonly (readonly [commits: number, isSent: boolean])[]

/** Works on an import in turns of `parts` parts; each death ends one. Returns the import when it is over. */
async function work(company: MemoryCompany, id: string, deaths: Deaths, parts = 1) {
  const { store, bucket, clock, workOn } = company
  const turn = () => {
    let left = parts
    return { files: bucket, clock, isTimeLeft: () => --left > 0, nextRow: async () => undefined }
  }
  for (const [commits, isSent] of deaths)
    await workOnImport(workOn(dyingStore(store, commits, isSent)), id, turn()).catch(() => undefined)
  for (;;) {
    const record = await workOnImport(workOn(), id, turn())
    if (!record || isOver(record)) return record
  }
}

const namesOf = async ({ shipments }: MemoryCompany) =>
  (await shipments()).map(({ recipient_name }) => recipient_name).sort()
const wanted = (count: number) => Array.from({ length: count }, (_, n) => `Recipient ${n}`).sort()

test('of 5,000 rows 37 are wrong: the others are booked once each, although the worker dies five times', async () => {
  const company = await companyInMemory()
  const random = seededRandom(Number(process.env['SEED'] ?? 239223))
  const wrong = Array.from({ length: 37 }, (_, n) => n * 131 + 7)
  const table = shipmentTable(5000, wrong)
  const id = await company.upload(csvRows(table))
  const deaths = Array.from({ length: 5 }, () => [random.below(900), random.below(2) === 0] as const)
  expect(await work(company, id, deaths, 10)).toMatchObject({
    status: 'DONE',
    rows: 5000,
    imported: 4963,
    failed: 37,
  })
  expect(await company.shipments()).toHaveLength(4963)
  const errors = Buffer.from(company.errorsOf(id) ?? '')
  expect(readCsv(errors, 100).rows.map((row) => row.slice(0, -2))).toEqual(wrong.map((n) => table[n + 1]))

  const mended = await company.upload(errors.toString().replaceAll('heavy', '2.5'))
  expect(await work(company, mended, [])).toMatchObject({ rows: 37, imported: 37, failed: 0 })
  expect(await namesOf(company)).toEqual(wanted(5000))
})

test('whenever a worker dies, each row is booked or failed once', async () => {
  const deaths = fc.array(fc.tuple(fc.nat(25), fc.boolean()), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 20 }), fc.boolean(), deaths, async (count, dry_run, some) => {
      const company = await companyInMemory()
      const wrong = [3, 7, 12].filter((n) => n < count)
      const id = await company.upload(shipmentFile(count, wrong), { dry_run })
      expect(await work(company, id, some)).toMatchObject({
        status: 'DONE',
        rows: count,
        imported: count - wrong.length,
        failed: wrong.length,
      })
      const names = wanted(count).filter((name) => !wrong.some((n) => name === `Recipient ${n}`))
      expect(await namesOf(company)).toEqual(dry_run ? [] : names)
      expect(readCsv(Buffer.from(company.errorsOf(id) ?? ''), 100).rows).toHaveLength(wrong.length)
      expect([...company.files.keys()].map((key) => key.replace(/.*\//, ''))).toEqual(['errors.csv'])
    }),
    { numRuns: 100 },
  )
})

test('two workers that import the same rows at the same time book each once', async () => {
  const company = await companyInMemory()
  const id = await company.upload(shipmentFile(300, [5]))
  // Each transaction takes a while, in which the other worker goes on.
  const commit: Store['commit'] = async (...args) => {
    await new Promise((done) => setImmediate(done))
    return company.store.commit(...args)
  }
  const slow = { ...company, workOn: () => company.workOn({ ...company.store, commit }) }
  await Promise.all([work(slow, id, []), work(slow, id, [])])
  expect(await work(company, id, [])).toMatchObject({ status: 'DONE', rows: 300, imported: 299, failed: 1 })
  expect(await company.shipments()).toHaveLength(299)
})

test.each([{ is_active: false }, { role: 'viewer' as const }])(
  'an import of a user who has become %j books nothing',
  async (change) => {
    const company = await companyInMemory()
    const id = await company.upload(shipmentFile(3))
    await company.changeUser(change)
    expect(await work(company, id, [])).toMatchObject({
      status: 'FAILED',
      reason: expect.stringContaining('role'),
    })
    expect(await company.shipments()).toEqual([])
    expect([...company.files.keys()]).toEqual([])
  },
)

const rowsOfDialects = size(300, 20_000)
test(
  `a table of ${rowsOfDialects} rows books the same shipments in each dialect`,
  { timeout: seconds(size(60, 900)) },
  async () => {
    const table = shipmentTable(rowsOfDialects, [7]).map((row, n) =>
      row.map((cell) => (cell === 'Anna Petrova' ? `Анна “Орлова”; ${n}` : cell)),
    )
    const booked = async (file: Uint8Array) => {
      const company = await companyInMemory()
      const record = await work(company, await company.upload(file), [], 10)
      const shipments = (await company.shipments())
        .map(({ id: _, tracking_id, tenant_id, origin_company_id, search, ...fields }) =>
          JSON.stringify(fields),
        )
        .sort()
      expect(record).toMatchObject({ status: 'DONE', imported: rowsOfDialects - 1, failed: 1 })
      return shipments
    }
    const wanted = await booked(encode('utf-8', csvRows(table)))
    expect(wanted.filter((one) => one.includes('"Анна “Орлова”; '))).toHaveLength(rowsOfDialects - 1)
    for (const [encoding, delimiter] of [
      ['utf-16le with a mark', ','],
      ['utf-16be', ';'],
      ['windows-1251', ','],
      ['utf-8 with a mark', ';'],
      ['utf-8', '\t'],
    ] as const) {
      const shipments = await booked(encode(encoding, csvRows(table, delimiter)))
      expect(shipments, `${encoding} ${delimiter}`).toEqual(wanted)
    }
  },
)
