import fc from 'fast-check'
import { composeAccountEmail } from '../../shared/mail/account.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emailKinds } from '../../shared/db/stores/outbox.ts'
import { compose, type Email, type EmailContent } from '../../shared/mail/emails.ts'
import { palette } from '../../shared/mail/palette.ts'
import { expectContrast, readLetter } from '../support/mail/letter.ts'

const codes = { verification: '204816', reset: 'K7QW2M9X', invitation: '3FJ8ZC5T', handover: '402815' }
/** Where a code is entered. */
const page = 'https://parcels.example/console#/code'
const emails = (company = 'Swift Couriers', role = 'an operator'): Record<keyof EmailContent, Email> => {
  const content = (occasion: keyof EmailContent) => ({
    to: 'anna@example.com',
    code: codes[occasion],
    page,
  })
  return {
    verification: compose('verification', content('verification')),
    reset: compose('reset', content('reset')),
    invitation: compose('invitation', { ...content('invitation'), company, role }),
    handover: compose('handover', {
      ...content('handover'),
      company,
      tracking_id: 'TRK-7HQ3M2K9XW4BC',
      language: 'en',
    }),
  }
}

/** The texts of a document in order, with entities resolved; throws for tags that do not match. */
const textsOf = (document: string) => readLetter(document).map(({ text }) => text)

test.each(emailKinds)('%s: the e-mail shows the code on its own line, and how long it works', (occasion) => {
  const { to, subject, text, html } = emails()[occasion]
  expect(to).toBe('anna@example.com')
  expect(text.split('\n')).toContain(codes[occasion])
  expect(textsOf(html)).toContain(codes[occasion])
  const lasts = { invitation: 'for 7 days, once', handover: 'for 24 hours, once' }[occasion as string]
  for (const part of [text, textsOf(html).join('\n')]) {
    expect(part).toContain(lasts ?? 'for 10 minutes, once')
    expect(part).toContain('there is nothing to do')
    expect(part.split(codes[occasion]).length, 'the code appears once').toBe(2)
  }
  expect(subject).not.toContain(codes[occasion])
})

test.each(emailKinds)(
  '%s: the HTML loads nothing, names its language and shows no code in the preheader',
  (occasion) => {
    const { html } = emails()[occasion]
    expect(html).toContain('<html lang="en"')
    expect(
      html.replace('xmlns="http://www.w3.org/1999/xhtml"', '').replace(`<a href="${page}"`, '<a'),
    ).not.toMatch(/https?:|src=|url\(|@import|<img|<link|<script/)
    expect(textsOf(html)[1]).toContain('The code works')
    expect(html.length).toBeLessThan(10_000)
  },
)

test('an invitation and a reset link to the page where the code is entered, which the link does not contain', () => {
  const { verification, reset, invitation } = emails()
  for (const { text, html } of [reset, invitation]) {
    expect(text.split('\n')).toContain(page)
    expect(html).toContain(`<a href="${page}"`)
  }
  expect(verification.text).not.toContain('https:')
})

test.each([
  ['manager_added', 'man2@swift.example', 'man2@swift.example now administers your company.'],
  ['webhook_created', 'hooks.swift.example', 'it sends the company’s events to hooks.swift.example.'],
  ['api_key_created', 'call +79161234567', 'An API key was created in your company: call ….'],
] as const)(
  'the e-mail about %s names an address exactly, and other texts without what could be opened',
  (occasion, detail, text) => {
    const at = '2030-06-01T07:00:00.000Z'
    const page = 'https://parcels.example/console#/sessions'
    expect(composeAccountEmail(occasion, { to: 'anna@example.com', page, at, detail }).text).toContain(text)
  },
)

test('an invitation names the company and the role, and only in its body', () => {
  const { subject, text } = emails().invitation
  expect(subject).toBe('You are invited to a company on Courier Logistics')
  expect(text).toContain('You are invited to work with Swift Couriers as an operator.')
})

test('a company’s name cannot inject markup, extra lines, or right-to-left overrides', () => {
  const { text, html } = emails('<b onclick="x">\n\n11111\r\n\u2028222</b> & \u202Esons').invitation
  const name = '<b onclick="x"> 11111 222</b> & sons'
  expect(text.split(/\s*\n\s*/)).not.toContain('11111')
  expect(textsOf(html).join('\n')).toContain(name)
  expect(html).not.toContain('<b ')
})

test('an invitation contains any company name as text, and stays well-formed', () => {
  const special = fc.constantFrom(
    '<',
    '>',
    '&',
    '"',
    "'",
    '&amp;',
    '</td>',
    '<!--',
    ']]>',
    '$&',
    '`',
    '\n',
    '\u0000',
    '\ud800',
  )
  const name = fc.array(fc.oneof(special, fc.string({ unit: 'binary' })), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(name, (parts) => {
      const { subject, text, html } = emails(parts.join('')).invitation
      const [first = ''] = text.split('\n')
      const [, shown] = /^You are invited to work with (.*) as an operator\. Enter this code to accept:$/u.exec(
        first,
      )!
      expect(subject).toBe('You are invited to a company on Courier Logistics')
      expect(first).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
      expect(textsOf(html).join('\n')).toContain(`work with ${shown} as an operator`)
      expect(text.split('\n').filter((line) => line === codes.invitation)).toHaveLength(1)
    }),
    { numRuns: 500 },
  )
})

test.each(emailKinds)('%s: every text has a contrast of 4.5:1 in light and in dark', (occasion) => {
  expectContrast(emails()[occasion].html)
})

test('the colours of letters are those of the design system', () => {
  const tokens = readFileSync(join(import.meta.dirname, '../../site/design/tokens.css'), 'utf8')
  const [light, dark] = tokens.split('prefers-color-scheme: dark')
  for (const [name, values] of Object.entries(palette))
    for (const [n, part] of [light, dark].entries()) expect(part).toContain(`--${name}: ${values[n]};`)
})

test('a code of sixteen letters is smaller, so that it fits a phone', () => {
  const sizeOf = (code: string) =>
    /font:700 (\d+)px\/40px/.exec(compose('verification', { to: 'anna@example.com', code }).html)?.[1]
  expect(['204816', '7K2M9QX4TB3HPC0V'].map(sizeOf)).toEqual(['34', '20'])
})
