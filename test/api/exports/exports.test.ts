import { beforeAll, describe, expect, test } from 'vitest'
import { readCsv } from '../../../shared/csv/read.ts'
import { exportedFile, exportRecords } from '../../support/api/exports.ts'
import { importTable, textOf } from '../../support/api/imports.ts'
import { walk } from '../../support/api/lists.ts'
import { book, newTenant, type Tenant } from '../../support/api/tenant.ts'
import { tokenOf } from '../../support/in-process/tokens.ts'
import { seconds } from '../../support/suite/time.ts'
import { waitFor } from '../../support/suite/wait.ts'

let tenant: Tenant
const booked: any[] = []
beforeAll(async () => {
  tenant = await newTenant()
  for (const [n, fields] of [
    { description: '=HYPERLINK("x")', recipient_phone: '+995599123456' },
    { description: 'two\r\nlines; "quoted", \t-1', payment_status: 'PAID' },
    { description: '', weight: 12.345, price: 1.5 },
  ].entries())
    booked.unshift(await book(tenant, { recipient_name: `Нино ${n}`, ...fields }))
  await waitFor(async () => expect((await walk(tenant, '/api/v1/shipments')).records).toEqual(booked))
})

describe('an export', () => {
  test('of JSON lines has what the list has', async () => {
    await waitFor(async () => {
      const done = await exportRecords(tenant, { format: 'jsonl' })
      expect(done).toMatchObject({ status: 'DONE', rows: 3, reason: null, created_by: tenant.user.id })
      const file = await exportedFile(done)
      expect(file.length).toBe(done.bytes)
      const lines = file.toString().split('\n').slice(0, -1)
      expect(lines.map((line) => JSON.parse(line))).toEqual(booked)
    })
  })

  test('as CSV has no formulas, and can be imported again', async () => {
    const file = await waitFor(async () => {
      const done = await exportRecords(tenant)
      expect(done).toMatchObject({ format: 'csv', rows: 3 })
      return exportedFile(done)
    })
    expect(file.toString()).toContain(`"'=HYPERLINK(""x"")"`)
    expect(file.toString()).toContain(",'+995599123456,")
    const { header, rows } = readCsv(file, 10)
    const written = rows.map((cells) => Object.fromEntries(header.map((name, n) => [name, cells[n]])))
    const texts = booked.map((shipment) =>
      Object.fromEntries(header.map((name) => [name, textOf(shipment[name] ?? '')])),
    )
    expect(written).toEqual(texts)

    const other = await newTenant()
    const done = await importTable(other, file)
    expect(done).toMatchObject({ status: 'DONE', imported: 3, failed: 0 })
    expect(done.ignored_columns).toEqual(expect.arrayContaining(['id', 'tracking_id', 'status', 'tenant_id']))
    const own = ['id', 'tracking_id', 'tenant_id', 'origin_company_id', 'created_at', 'updated_at']
    const comparable = (all: any[]) =>
      all
        .map((one) => Object.fromEntries(Object.entries(one).filter(([name]) => !own.includes(name))))
        .sort((a, b) => String(a['recipient_name']).localeCompare(String(b['recipient_name'])))
    await waitFor(
      async () =>
        expect(comparable((await walk(other, '/api/v1/shipments')).records)).toEqual(comparable(booked)),
      { timeout: seconds(10) },
    )
  })

  test('has the filters of the list', async () => {
    const namesWith = async (filters: object) => {
      const done = await exportRecords(tenant, { filters, format: 'jsonl' })
      const lines = (await exportedFile(done)).toString().split('\n').slice(0, -1)
      return lines.map((line) => JSON.parse(line).recipient_name)
    }
    const expectNames = (filters: object, names: string[]) =>
      waitFor(async () => expect(await namesWith(filters)).toEqual(names))
    await expectNames({ payment_status: 'PAID' }, ['Нино 1'])
    await expectNames({ status: 'RECEIVED', q: 'нино 2' }, ['Нино 2'])
    await expectNames({ tracking_id: booked[2].tracking_id }, ['Нино 0'])
    await expectNames({ created_to: '2020-01-01' }, [])
    const misspelt = { kind: 'shipments', filters: { stauts: 'RECEIVED' } }
    expect((await tenant.send('POST /api/v1/exports', { body: misspelt })).status).toBe(422)
  })

  test('is listed, newest first, and no other company sees it', async () => {
    const done = await exportRecords(tenant)
    const { url: _, url_expires_at, ...listed } = done
    expect(Date.parse(url_expires_at) - Date.now()).toBeLessThanOrEqual(60_000)
    await waitFor(async () => expect((await tenant.send('GET /api/v1/exports')).body[0]).toEqual(listed))
    const other = await newTenant()
    expect((await other.send(`GET /api/v1/exports/${done.id}`)).status).toBe(404)
    expect((await other.send('GET /api/v1/exports')).body).toEqual([])
  })

  test('may be requested by those who may list, and no courier', async () => {
    const body = { kind: 'shipments' }
    const request = async (role: 'viewer' | 'courier') => {
      const token = await tokenOf(tenant.user.tenant_id, { role })
      return (await tenant.call('POST /api/v1/exports', { token, body })).status
    }
    expect([await request('viewer'), await request('courier')]).toEqual([202, 403])
  })
})
