import { expect, test } from 'vitest'
import { allRefusals, paramsOf } from '../../../../bin/generate/refusals.ts'
import { statusOf } from '../../../../shared/http/error-reply.ts'
import { newTenant } from '../../../support/api/tenant.ts'
import { desktop } from '../../../support/site/browser.ts'
import { startConsole } from '../../../support/site/console.ts'

const languages = {
  en: ['Export CSV', /\p{Script=Latin}/u],
  ru: ['Экспорт CSV', /\p{Script=Cyrillic}/u],
  ka: ['CSV ექსპორტი', /\p{Script=Georgian}/u],
  ar: ['تصدير CSV', /\p{Script=Arabic}/u],
} as const
type Language = keyof typeof languages

/** Of every reason but those of a session that has ended, which lead to the form to sign in. */
const answers = allRefusals
  .map(({ code, reason, message }) => ({ status: statusOf[code], code, reason, detail: message }))
  .filter(({ status }) => status !== 401)
/** A value for each param: names keep their letters, and statuses are of the service. */
const valueOf = (name: string) => (name.endsWith('_status') ? 'DELIVERED' : 'Ω7')

test('each reason of the API is shown in words of the language of the page', async () => {
  const tenant = await newTenant()
  await using site = await startConsole()
  await using opened = await site.openAs(tenant.email, '/console/shipments?view=list', desktop)
  const { page } = opened
  let next = answers[0]
  await page.route('**/api/v1/exports', (route) => {
    const { status = 0, detail = '', ...rest } = next ?? {}
    const params = Object.fromEntries(paramsOf(detail).map((name) => [name, valueOf(name)]))
    const text = detail.replaceAll(/\{(\w+)\}/g, (_, name: string) => valueOf(name))
    return route.fulfill({ status, json: { ...rest, detail: text, params } })
  })
  const wrong: string[] = []
  for (const [n, language] of (Object.keys(languages) as Language[]).entries()) {
    const [button, script] = languages[language]
    await page.evaluate(`localStorage.setItem('language', '${language}')`)
    await page.reload()
    // Each reason in one language; all words of all languages are read in test/site/refusals.test.ts.
    for (const answer of answers.filter((_, m) => m % 4 === n)) {
      next = answer
      await page.evaluate(
        "document.querySelectorAll('.toast').forEach((one) => one.setAttribute('data-seen', ''))",
      )
      await page.getByRole('button', { name: button }).click()
      const text = await page.locator('.toast:not([data-seen])').innerText()
      if (!script.test(text) || /[A-Z]+_[A-Z]|[{}?]|\/api\//.test(text))
        wrong.push(`${language} ${answer.status} ${answer.reason}: ${text}`)
    }
  }
  expect(answers.length).toBeGreaterThan(100)
  expect(wrong).toEqual([])
})
