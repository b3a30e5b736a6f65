import { element } from '../../shared/element.ts'
import { file } from '../api/api-client.ts'

/** In milliseconds; by then a browser has begun to save a file. */
const saving = 60_000

/**
 * Saves a package's label as PDF, from where it is opened and printed; gives its name. It needs the bearer token, which
 * no link carries, so it is fetched. It is not shown in a frame or a tab of ours: those inherit the page's content
 * security policy, which allows no frame and no plug-in, and so leave it to the browser whether anything is seen.
 * Throws Refused.
 */
export async function printLabel(packageId: string, code: string): Promise<string> {
  const { blob, name } = await file(`GET /api/v1/packages/${packageId}/label?format=pdf`)
  const address = URL.createObjectURL(blob)
  const link = element('a', { href: address, download: name || `${code}.pdf` })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), saving)
  return link.download
}
