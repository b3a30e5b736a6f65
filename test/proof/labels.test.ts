import fc from 'fast-check'
import * as mupdf from 'mupdf'
import { expect, test } from 'vitest'
import { readCodes } from '../support/api/codes.ts'
import { newTenant } from '../support/api/tenant.ts'
import { inProcess } from '../support/in-process/service.ts'
import { tokenOf } from '../support/in-process/tokens.ts'
import { report, seed, size } from '../support/suite/proof.ts'
import { seconds } from '../support/suite/time.ts'

/** Words of names and addresses. */
const scripts = {
  Latin: 'Giorgi Müller Łukasz O’Brien Straße Calle İstanbul Nguyễn Thị apartment building 12 4/B',
  Cyrillic: 'Анна Константинопольская Преображенский улица дом 80 корпус 17 квартира Київ Ђорђе подъезд',
  Greek: 'Ελένη Παπαδοπούλου οδός Αθήνα όροφος 3 διαμέρισμα',
  Georgian: 'გიორგი ბერიძე რუსთაველის გამზირი თბილისი ბინა 45 სადარბაზო',
  Armenian: 'Անահիտ Հովհաննիսյան Երևան փողոց բնակարան 7 շենք',
  Arabic: 'محمد عبدالرحمن فاطمة شارع الملك فهد شقة بناية حي مدينة',
  Hebrew: 'מרים כהן רחוב הירקון דירה קומה תל אביב שכונה',
  Devanagari: 'श्रीकृष्ण द्विवेदी प्रियंका मकान गली लाजपत नगर नई दिल्ली १२ क्षत्रिय',
  Thai: 'สมชาย น้ำใจดี ถนนสุขุมวิท แขวงคลองเตย กรุงเทพมหานคร 10110 ผู้ใหญ่ ญี่ปุ่น',
  Chinese: '李明 欧阳娜娜 北京市朝阳区建国路 88号 现代城A座 1502室 臺北市 信義區 東京都渋谷区 ビル',
  Korean: '김철수 서울특별시 강남구 테헤란로 152 강남파이낸스센터 12층 아파트',
} as const
const rightToLeft = ['Arabic', 'Hebrew']
/** What no font has: an emoji in colour, and a letter of a historic script. */
const missing = ['🎁', '𐤀']

const textOf = (words: string[], min: number, max: number) =>
  fc.array(fc.constantFrom(...words), { minLength: min, maxLength: max }).map((all) => all.join(' '))
const parcel = fc
  .tuple(
    fc.constantFrom(...(Object.keys(scripts) as (keyof typeof scripts)[])),
    fc.constantFrom('', '', '', ...missing),
  )
  .chain(([script, gift]) => {
    const words = scripts[script].split(' ')
    return fc.record({
      script: fc.constant(script),
      gift: fc.constant(gift),
      recipient_name: textOf(words, 1, 6).map((name) => `${name}${gift && ` ${gift}`}`),
      recipient_address: textOf(words, 3, 40).map((text) => text.slice(0, 500).trim()),
    })
  })

interface Letter {
  letter: string
  x: number
  y: number
  size: number
}
/** The letters of a PDF's page in the order of its text, without blanks, and whether each is inside the page. */
function lettersOf(bytes: Buffer): Letter[] {
  const page = mupdf.Document.openDocument(bytes, 'application/pdf').loadPage(0)
  const [left, top, right, bottom] = page.getBounds()
  const letters: Letter[] = []
  page.toStructuredText('preserve-whitespace').walk({
    onChar: (letter, [x, y], _font, size, quad) => {
      if (/\s/.test(letter)) return
      for (const n of [0, 2, 4, 6]) {
        expect(Number(quad[n]), letter).toBeGreaterThanOrEqual(left - 1)
        expect(Number(quad[n]), letter).toBeLessThanOrEqual(right + 1)
      }
      expect(y).toBeGreaterThan(top)
      expect(y).toBeLessThan(bottom)
      letters.push({ letter, x, y, size })
    },
  })
  return letters
}
const bare = (text: string) => text.replace(/\s+/g, '')
/** A ligature of lam and alef has both at one place. */
const withoutAlef = (text: string) => text.replace(/[اأإآ]/g, '')
/** Letters of rows that are read from right to left, in the order in which they are read. */
const readFromRight = (letters: readonly Letter[]) =>
  [...Map.groupBy(letters, ({ y }) => Math.round(y)).entries()]
    .sort(([a], [b]) => a - b)
    .flatMap(([, row]) => row.toSorted((a, b) => b.x - a.x))

test(
  'a label has all that is booked, in every script, in letters of 6 points or more',
  { timeout: seconds(600) },
  async () => {
    const service = inProcess({ variables: { DOCUMENTS_PER_MINUTE: '1000' } })
    const { user } = await newTenant()
    const token = await tokenOf(user.tenant_id, { role: 'manager' }, 24 * 3600, service)
    const call = async (key: string, body?: object) => {
      const answer = await service.call(key, { token, ...(body && { body }) })
      expect(answer.status, answer.text).toBeLessThan(300)
      return answer
    }
    const [count, seen] = [size(22, 500), { smallest: Infinity, cut: 0, warned: 0 }]
    const parcels = fc.sample(parcel, { seed, numRuns: count })
    for (const { script, gift, ...fields } of parcels) {
      service.pass(1)
      const recipient_phone = '+995599123456'
      const { body: shipment } = await call('POST /api/v1/shipments', {
        sender_name: 'Anna Petrova',
        sender_phone: '+79161234567',
        sender_address: 'Tverskaya 1',
        recipient_phone,
        origin: 'Moscow',
        destination: 'Tbilisi',
        weight: 1,
        packages: 1,
        ...fields,
      })
      const [one] = (await call(`GET /api/v1/shipments/${shipment.id}/packages`)).body
      const pdf = await call(`GET /api/v1/packages/${one.id}/label`)
      const warnings = pdf.headers['label-warnings']
      if (gift) {
        seen.warned++
        expect(warnings).toContain('recipient_name: U+')
        expect(shipment.warnings).toEqual([expect.stringMatching(/^recipient_name: U\+\w+ has no glyph/)])
      } else expect([warnings, shipment.warnings], JSON.stringify(fields)).toEqual([undefined, undefined])

      const letters = lettersOf(pdf.bytes)
      const whole = letters.map(({ letter }) => letter).join('')
      seen.smallest = Math.min(seen.smallest, ...letters.map(({ size }) => size))
      expect(whole).toContain(one.qr_code)
      const printed = (text: string) => bare(gift ? text.replace(gift, '') : text)
      const [name, address] = [printed(fields.recipient_name), printed(fields.recipient_address)]
      if (rightToLeft.includes(script)) {
        const read = withoutAlef(
          readFromRight(letters)
            .map(({ letter }) => letter)
            .join(''),
        )
        expect(read).toContain(withoutAlef(address))
        expect(read.indexOf(withoutAlef(name))).toBeLessThan(read.indexOf(withoutAlef(address)))
        expect(read).toContain(withoutAlef(name))
      } else {
        const [nameAt, addressAt, phoneAt] = [name, address, recipient_phone].map((text, n, all) =>
          whole.indexOf(text, n === 1 ? whole.indexOf(all[0]!) + all[0]!.length : 0),
        )
        expect(
          [nameAt! >= 0, addressAt! > nameAt!, phoneAt! > addressAt!],
          `${whole}\n${name}\n${address}`,
        ).toEqual([true, true, true])
      }

      const png = await call(`GET /api/v1/packages/${one.id}/label?format=png`)
      const codes = await readCodes(png.bytes)
      expect(codes.map(({ format }) => format).sort()).toEqual(['Code128', 'QRCode'])
      expect(codes.find(({ format }) => format === 'Code128')?.text).toBe(one.qr_code)
      expect(JSON.parse(codes.find(({ format }) => format === 'QRCode')?.text ?? '')).toMatchObject({
        i: one.id,
      })
    }
    expect(seen.smallest).toBeGreaterThanOrEqual(5.99)
    report(
      'Labels',
      'A label has all that is booked, in every script, or says what it cannot print',
      `${count} shipments in ${Object.keys(scripts).length} scripts: name, address, phone and code are in the text, in order and inside the page; the smallest letters have ${seen.smallest.toFixed(1)} points; ${seen.warned} labels with a letter that no font has say so; both codes of each are read at 203 dpi`,
    )
  },
)
