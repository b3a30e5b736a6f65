import { publicUrlOf, type FunctionSettings } from '../../config/function-settings.ts'
import { forbidden } from '../../core/errors.ts'
import type { HttpRequest } from '../routing/request.ts'

/**
 * Throws forbidden for the request of a page of another origin. Browsers say so in Sec-Fetch-Site, which no page can set
 * (Fetch Metadata Request Headers); those before 2023 only name the page's Origin. A client that sends neither is no
 * browser.
 */
export function expectSameOrigin(
  { headers }: Pick<HttpRequest, 'headers'>,
  settings: Pick<FunctionSettings, 'publicUrl'>,
): void {
  const { 'sec-fetch-site': site, origin, host = '' } = headers
  const isSame =
    site === undefined
      ? origin === undefined || [URL.parse(publicUrlOf(settings))?.origin, `https://${host}`].includes(origin)
      : site === 'same-origin'
  if (!isSame) throw forbidden('Only pages of the service may keep a session in a cookie')
}
