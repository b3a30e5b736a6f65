import type { APIGatewayProxyEventV2, Context } from 'aws-lambda'
import Negotiator from 'negotiator'
import { createHash } from 'node:crypto'
import { languages, type Language } from '../domain/kernel/languages.ts'
import { directionOf, escape, sans } from '../mail/markup.ts'
import { palette } from '../mail/palette.ts'
import { securityHeaders } from './headers.ts'
import type { Result } from './routing/event.ts'

type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<Result>

/**
 * Answers browsers with an HTML page where the handler answers `GET /` or an unknown path: the start page, or that there
 * is no page at this address, both with links to the pages of the service. The status stays. A client that does not
 * prefer `text/html` to JSON, or sends no Accept, gets the response of the handler (RFC 9110 §12.5.1).
 */
export const withBrowserPages =
  (handler: Handler): Handler =>
  async (event, context) => {
    const result = await handler(event, context)
    const { method } = event.requestContext.http
    const isPage = result.statusCode === (event.rawPath === '/' ? 200 : 404)
    if (!isPage || (method !== 'GET' && method !== 'HEAD')) return result
    const negotiable = vary(result, 'Accept')
    const preferred = new Negotiator({
      headers: { accept: event.headers.accept, 'accept-language': event.headers['accept-language'] },
    })
    if (preferred.mediaType(['application/json', 'text/html']) !== 'text/html') return negotiable
    const body = pageOf((preferred.language([...languages]) ?? 'en') as Language, event.rawPath)
    return { ...pageResult(vary(negotiable, 'Accept-Language')), ...(method === 'GET' && { body }) }
  }

const vary = (result: Result, name: string): Result => ({
  ...result,
  headers: { ...result.headers, Vary: `${String(result.headers?.['Vary'])}, ${name}` },
})

/** The status and headers of a JSON result, for a page instead. */
function pageResult({ statusCode, headers: ofJson = {} }: Result): Result {
  const { 'Content-Encoding': _coding, ...kept } = ofJson
  return {
    ...(statusCode !== undefined && { statusCode }),
    headers: {
      ...kept,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `${securityHeaders['Content-Security-Policy']}; style-src 'sha256-${styleHash}'`,
    },
  }
}

/** The pages that it links to, with their texts below. */
const pages = { track: '/track', console: '/console', work: '/work', docs: '/docs' } as const

const serviceName = 'Courier Logistics'

interface Texts {
  start: string
  missing: string
  /** What to do about it. */
  advice: string
  links: Record<keyof typeof pages, [label: string, about: string]>
}

const texts: Record<Language, Texts> = {
  en: {
    start: 'Where would you like to go?',
    missing: 'There is no page at this address',
    advice: 'Check the address for typing errors, or go on from here:',
    links: {
      track: ['Track a parcel', 'For recipients and senders'],
      console: ['Console', 'For the office and the warehouse, on a computer'],
      work: ['Work', 'For the warehouse and couriers, on a phone'],
      docs: ['Documentation', 'For developers'],
    },
  },
  ru: {
    start: 'Куда вы хотите перейти?',
    missing: 'По этому адресу нет страницы',
    advice: 'Проверьте, нет ли в адресе опечаток, или перейдите сюда:',
    links: {
      track: ['Отследить посылку', 'Для получателей и отправителей'],
      console: ['Консоль', 'Для офиса и склада, на компьютере'],
      work: ['Работа', 'Для склада и курьеров, на телефоне'],
      docs: ['Документация', 'Для разработчиков'],
    },
  },
  ka: {
    start: 'სად გსურთ გადასვლა?',
    missing: 'ამ მისამართზე გვერდი არ არის',
    advice: 'შეამოწმეთ, ხომ არ არის მისამართში შეცდომა, ან გადადით აქ:',
    links: {
      track: ['ამანათის თვალყურის დევნება', 'მიმღებებისა და გამგზავნებისთვის'],
      console: ['კონსოლი', 'ოფისისა და საწყობისთვის, კომპიუტერზე'],
      work: ['სამუშაო', 'საწყობისა და კურიერებისთვის, ტელეფონზე'],
      docs: ['დოკუმენტაცია', 'დეველოპერებისთვის'],
    },
  },
  ar: {
    start: 'إلى أين تريد الذهاب؟',
    missing: 'لا توجد صفحة على هذا العنوان',
    advice: 'تحقق من العنوان بحثًا عن أخطاء إملائية، أو تابع من هنا:',
    links: {
      track: ['تتبّع طرد', 'للمستلمين والمرسلين'],
      console: ['لوحة التحكم', 'للمكتب والمستودع، على الحاسوب'],
      work: ['العمل', 'للمستودع والمندوبين، على الهاتف'],
      docs: ['الوثائق', 'للمطورين'],
    },
  },
}

/** Colours by the scheme of the browser: 0 light, 1 dark. */
const colours = (scheme: 0 | 1) =>
  Object.entries(palette)
    .map(([name, values]) => `--${name}:${values[scheme]};`)
    .join('')

const style = `:root{color-scheme:light dark;${colours(0)}}
@media (prefers-color-scheme:dark){:root{${colours(1)}}}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/24px ${sans}}
main{max-width:560px;margin:0 auto;padding:48px 16px}
p{color:var(--soft);margin:0 0 8px}
h1{margin:0 0 24px;font-size:26px;line-height:33px}
code{display:block;overflow-wrap:anywhere;color:var(--soft);margin:-16px 0 24px}
ul{list-style:none;margin:0;padding:0;display:grid;gap:12px}
a{display:block;padding:16px 20px;border:1px solid var(--line);border-radius:14px;background:var(--card);color:var(--accent);font-weight:600;text-decoration:none}
a:hover,a:focus-visible{border-color:var(--accent)}
small{display:block;color:var(--soft);font-size:14px;font-weight:400}`
const styleHash = createHash('sha256').update(style).digest('base64')

function pageOf(language: Language, path: string): string {
  const { start, missing, advice, links } = texts[language]
  const [heading, hint] =
    path === '/' ? [start, ''] : [missing, `<code dir="ltr">${escape(path)}</code>\n<p>${escape(advice)}</p>`]
  const items = (Object.keys(pages) as (keyof typeof pages)[]).map((page) => {
    const [label, about] = links[page]
    return `<li><a href="${pages[page]}">${escape(label)}<small>${escape(about)}</small></a></li>`
  })
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escape(`${heading} · ${serviceName}`)}</title>
<style>${style}</style>
</head>
<body>
<main>
<p>${serviceName}</p>
<h1>${escape(heading)}</h1>
${hint}
<nav><ul>
${items.join('\n')}
</ul></nav>
</main>
</body>
</html>
`
}
