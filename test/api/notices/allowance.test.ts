import { beforeEach, describe, expect, test } from 'vitest'
import { NewPackage } from '../../../shared/domain/packages/record.ts'
import { NewShipment } from '../../../shared/domain/shipments/record.ts'
import { countShipments } from '../../../shared/domain/statistics/count.ts'
import { exampleOf } from '../../support/api/tenant.ts'
import { memoryStore } from '../../support/in-process/memory-store.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { companyThatWrites } from '../../support/mail/letters.ts'

// Who is written to without having asked for it: notices of shipments, and codes of hand-overs.

const variables = { LETTERS_PER_COMPANY: '6', LETTERS_PER_ADDRESS: '5', LETTER_SHARE: '3' }
let service: ReturnType<typeof inProcess>
beforeEach(() => {
  service = inProcess({ store: memoryStore(), variables })
})

const company = (options?: { verified: boolean }) => companyThatWrites(service, options)
const letter = expect.objectContaining({ subject: expect.any(String) })
const addresses = (count: number) => Array.from({ length: count }, (_, n) => `giorgi-${n}@example.com`)

describe('a company without a verified manager', () => {
  test('writes to nobody, and does once one has verified their address', async () => {
    const { writes, verify } = await company({ verified: false })
    expect(await writes('giorgi@example.com')).toBe('company_not_verified')
    await verify()
    expect(await writes('giorgi@example.com')).toEqual(letter)
  })

  test('can send no code of a hand-over, and no notice again, and learns what to do', async () => {
    const { call } = await company({ verified: false })
    const booked = await call('POST /api/v1/shipments', {
      ...exampleOf(NewShipment),
      recipient_email: 'giorgi@example.com',
    })
    for (const action of ['handover-code', 'notices']) {
      const { status, body } = await call(`POST /api/v1/shipments/${booked.body.id}/${action}`)
      expect([status, body.code, body.detail]).toEqual([
        403,
        'email_not_verified',
        expect.stringContaining('send-verification'),
      ])
    }
  })
})

describe('an address', () => {
  test('gets the letters of a company up to its share, and of all companies up to its limit', async () => {
    const [one, other] = [await company(), await company()]
    const to = 'giorgi@example.com'
    const of = async ({ writes }: typeof one) => [
      await writes(to),
      await writes(to),
      await writes(to),
      await writes(to),
    ]
    expect(await of(one)).toEqual([letter, letter, letter, 'address_limit'])
    expect(await of(other)).toEqual([letter, letter, 'address_limit', 'address_limit'])
  })

  test('gets letters again a day later, and counts a letter that is delivered twice once', async () => {
    const { writes, login } = await company()
    const to = 'giorgi@example.com'
    for (let n = 0; n < 3; n++) expect(await writes(to)).toEqual(letter)
    expect(await writes(to)).toBe('address_limit')
    service.pass(24 * 3600 + 1)
    await login()
    expect(await writes(to)).toEqual(letter)
  })
})

describe('a company', () => {
  test('sends so many letters a day, to whomever, and more with each week', async () => {
    const { writes, login } = await company()
    const sent = async (count: number) => {
      const answers = []
      for (const to of addresses(count)) answers.push(await writes(to))
      return answers.filter((answer) => typeof answer === 'object').length
    }
    expect(await sent(8)).toBe(6)
    service.pass(7 * 24 * 3600)
    await login()
    expect(await sent(14)).toBe(12)
  })

  test('sends more once it has delivered', async () => {
    const { call, writes, login, work } = await company()
    service.pass(7 * 24 * 3600)
    await login()
    const { body } = await call('POST /api/v1/shipments', exampleOf(NewShipment))
    const added = await call(`POST /api/v1/shipments/${body.id}/packages`, exampleOf(NewPackage))
    await call(`PUT /api/v1/packages/${added.body.id}`, { status: 'DELIVERED' })
    await countShipments(work(), [body.id])
    const answers = []
    for (const to of addresses(18)) answers.push(await writes(to))
    expect(answers.filter((answer) => typeof answer === 'object')).toHaveLength(16)
  })
})

test.each([
  ['Win at evil.example/prize now', 'Win at evil example/prize now'],
  ['https://evil.example', 'https evil example'],
  ['evil。example', 'evil example'],
  ['call +1 (555) 010-99 99', 'call …'],
  ['mail me@evil.example', 'mail me evil example'],
  ['Moscow (SVO)', 'Moscow (SVO)'],
  ['St. Petersburg 19000', 'St. Petersburg 19000'],
])('a letter shows the place “%s” as “%s”', async (written, shown) => {
  const { writes } = await company()
  const { text, html } = await writes('giorgi@example.com', { origin: written })
  expect(text).toContain(`: ${shown}\n`)
  expect(html).toContain(shown)
})
