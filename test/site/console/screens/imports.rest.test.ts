import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ByteEncoding } from '../../../../shared/csv/encodings.ts'
import { newTenant } from '../../../support/api/tenant.ts'
import { encode } from '../../../support/csv/encode.ts'
import { desktop, horizontalOverflow } from '../../../support/site/browser.ts'
import {
  eventually,
  press,
  says,
  smallPhone,
  startConsole,
  type Console,
} from '../../../support/site/console.ts'
import { indexesCaughtUp } from '../indexes.fixture.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

const choose = (page: Page, text: string, encoding?: ByteEncoding) =>
  page.locator('#import-file').setInputFiles({
    name: 'table.csv',
    mimeType: 'text/csv',
    buffer: encode(encoding ?? 'utf-8', text),
  })

test('a file with foreign names of columns is shown as it will be booked, once the columns are named', async () => {
  const tenant = await newTenant()
  await using opened = await site.openAs(tenant.email, '/console/transfers')
  const { page, faults } = opened
  await page.getByRole('combobox', { name: 'Records' }).first().selectOption('contacts')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('Choose a file first.').waitFor()
  await choose(page, 'Кто;Телефон;Notes;Лишнее\nНино;="+995599123456";5" box;x\nГиви;7,91612E+10;;y\n')
  await page.getByText('Choose the columns that have these fields:').getByText('name').waitFor()
  expect(await page.locator('form button[type=submit][aria-disabled=true]').count()).toBe(1)
  await page.getByLabel('Field of the column Кто').selectOption('name')
  await page.getByLabel('Field of the column Телефон').selectOption('phone')
  await page.getByRole('cell', { name: '+995599123456', exact: true }).waitFor()
  await page.getByText('\u20687,91612E+10\u2069 has lost digits').waitFor()
  expect((await tenant.send('GET /api/v1/imports')).body).toEqual([])
  await press(page, 'Import')
  await says(page, 'The file is uploaded')
  await eventually(async () => (await tenant.send('GET /api/v1/imports')).body).toMatchObject([
    {
      status: 'DONE',
      imported: 1,
      failed: 1,
      mapping: { Кто: 'name', Телефон: 'phone' },
      ignored_columns: ['Лишнее'],
    },
  ])
  await indexesCaughtUp()
  const contacts = (await tenant.send('GET /api/v1/contacts')).body
  expect(contacts).toMatchObject([{ name: 'Нино', phone: '+995599123456', notes: '5" box' }])
  expect(faults).toEqual([])
})

test('an encoding that is guessed is said, and one that the letters do not decide is chosen', async () => {
  const tenant = await newTenant()
  await using opened = await site.openAs(tenant.email, '/console/transfers')
  const { page, faults } = opened
  await page.getByRole('combobox', { name: 'Records' }).first().selectOption('contacts')
  await choose(page, 'name\nАнна Орлова\nПётр Щукин\n', 'ibm866')
  await page.getByText('The encoding was guessed: ibm866').waitFor()
  await page.getByRole('cell', { name: 'Пётр Щукин' }).waitFor()
  await choose(page, 'name\nŞahin\n', 'windows-1254')
  await page.getByText('The encoding of the file is not certain').waitFor()
  await page.getByLabel('Encoding').selectOption('windows-1254')
  await page.getByRole('cell', { name: 'Şahin' }).waitFor()
  await press(page, 'Import')
  await eventually(async () => (await tenant.send('GET /api/v1/contacts')).body).toMatchObject([
    { name: 'Şahin' },
  ])
  expect(faults).toEqual([])
})

test('why a file or a row is refused is said in the user’s language, with the cells and values that it is about', async () => {
  const tenant = await newTenant()
  await using opened = await site.openAs(tenant.email, '/console/transfers')
  const { page, faults } = opened
  const refused = async (language: string, table: string, text: string) => {
    await page.evaluate(`localStorage.setItem('language', '${language}')`)
    await page.reload()
    await page.locator('#import-kind').selectOption('contacts')
    await page
      .locator('#import-file')
      .setInputFiles({ name: 'table.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
    // Values are isolated for bidirectional layout.
    await page.getByText(text.replaceAll(/\{([^}]*)\}/g, '\u2068$1\u2069')).waitFor()
  }
  await refused('ru', 'name;phone\nГиви;7,91612E+10\n', '{7,91612E+10}: таблица потеряла цифры.')
  await refused('ka', 'name;phone\nგივი;1;2\n', 'სტრიქონში {3} უჯრაა, სათაურში კი {2}.')
  await refused('ar', 'name;phone;Phone\nNino;1;2\n', 'العمودان {phone} و{Phone} هما الحقل {phone} نفسه.')
  await refused('en', 'name;phone\n"Nino;1\n', 'The file is not CSV: a quote is not closed')
  expect(faults).toEqual([])
})

test('columns may have the names of the forms, as in the template, and errors are in the user’s language', async () => {
  const tenant = await newTenant()
  await using opened = await site.openAs(tenant.email, '/console/transfers')
  const { page, faults } = opened
  await page.evaluate("localStorage.setItem('language', 'ru')")
  await page.reload()
  const download = async (press: Promise<void>) => {
    const [file] = await Promise.all([page.waitForEvent('download'), press])
    return readFileSync(await file.path(), 'utf8')
  }
  const template = await download(page.getByRole('button', { name: 'Шаблон' }).click())
  const names = template
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/,(?=")|(?<="),/)
  expect(template).toMatch(/^\uFEFF"Отправитель, код контакта","Отправитель, Имя",/)
  expect(names.join(), 'without names of the API').not.toMatch(/[a-z]_[a-z]/)
  const header =
    '"Отправитель, Имя";"Отправитель, Телефон";"Получатель, Имя";"Получатель, Телефон";"Отправитель, Город";"Получатель, Город";Вес;Оплата'
  const row = 'Анна;+79161234567;Нино;+995599123456;Москва;Тбилиси'
  await choose(page, `${header}\n${row};2,5;COD\n${row};2,5;оплачено\n${row};тяжело;Карта\n`)
  await page.getByRole('cell', { name: '+995599123456' }).first().waitFor()
  // Before anything is sent, values are as they will be booked, and what will not be is marked.
  const payments = await page
    .getByRole('row', { name: /^Оплата/ })
    .getByRole('cell')
    .allInnerTexts()
  expect(payments.slice(1).map((text) => text.trim())).toEqual(['Оплата при получении', 'Оплачено', 'Карта'])
  const marked = page.getByRole('cell').filter({ has: page.getByLabel('Ошибка') })
  expect((await marked.allInnerTexts()).map((text) => text.trim())).toEqual(['тяжело', 'Карта'])
  await page.getByText('Строк, которые в таком виде не будут импортированы: 1 из 3').waitFor()
  await press(page, 'Импортировать')
  const errors = page.getByRole('button', { name: 'Строки с ошибками: 1' })
  await errors.waitFor()
  const file = await download(errors.click())
  expect(file).toContain('Вес; Оплата')
  expect(file).toContain('Введите число, например 2,5.; Напишите одно из: К оплате, Не оплачено')
  await page.getByText('Импортировано частично').waitFor()
  await eventually(async () => (await tenant.send('GET /api/v1/imports')).body).toMatchObject([
    { imported: 2, failed: 1, mapping: { Вес: 'weight', Оплата: 'payment_status' } },
  ])
  await indexesCaughtUp()
  const booked = (await tenant.send('GET /api/v1/shipments')).body
  expect(booked.map((one: { payment_status: string }) => one.payment_status).sort()).toEqual(['COD', 'PAID'])
  expect(faults).toEqual([])
})

test.each([
  ['desktop', desktop],
  ['phone', smallPhone],
] as const)(
  'the first rows are laid out as a table, with the problem of each named, on a %s',
  async (_, width) => {
    const tenant = await newTenant()
    await using opened = await site.openAs(tenant.email, '/console/transfers', width)
    const { page, faults } = opened
    await page.getByRole('combobox', { name: 'Records' }).first().selectOption('contacts')
    const long = 'Keeps the parcels of the whole house at the door on the left until the evening'
    await choose(page, `name;phone;notes\nNino;+995599123456;${long}\nGivi;7,91612E+10;\nAna;8,91612E+10;\n`)
    const region = page.getByRole('region', { name: 'First rows' })
    const boxOf = async (locator: Locator) => {
      const { x = 0, y = 0, width: w = 0 } = (await locator.boundingBox()) ?? {}
      return { left: Math.round(x), right: Math.round(x + w), top: Math.round(y) }
    }
    const heads = region.getByRole('columnheader', { name: /^Row/ })
    await heads.nth(2).waitFor()
    const lines = region.locator('tbody tr')
    expect(await lines.count()).toBe(3)
    for (let n = 0; n < 3; n++) {
      const head = await boxOf(heads.nth(n))
      expect(head.right - head.left).toBeGreaterThan(100)
      for (let line = 0; line < 3; line++) {
        const cell = await boxOf(
          lines
            .nth(line)
            .getByRole('cell')
            .nth(n + 1),
        )
        const { top } = await boxOf(lines.nth(line))
        expect(cell, `row ${n + 1}, line ${line}`).toEqual({ ...head, top })
      }
    }
    await region.getByText(long).waitFor()
    // The table scrolls in its own box, and the problems below need no scrolling sideways.
    expect(await horizontalOverflow(page)).toBe(0)
    const problems = page.locator('p.error').filter({ hasText: 'has lost digits' })
    expect(await problems.allInnerTexts()).toEqual([
      expect.stringMatching(/^Row 2: .*7,91612E\+10/),
      expect.stringMatching(/^Row 3: .*8,91612E\+10/),
    ])
    for (const problem of await problems.all()) {
      const { left, right } = await boxOf(problem)
      expect([left >= 0, right <= width.viewport.width]).toEqual([true, true])
    }
    expect(faults).toEqual([])
  },
)
