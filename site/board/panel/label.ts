import { element } from '../../shared/element.ts'
import { file } from '../api/api-client.ts'

/** Milliseconds until the object URL is revoked; by then the browser has started to save the file. */
const revokeMilliseconds = 60_000

/**
 * Downloads a package's label as PDF and returns the file name. Fetched, since a link cannot send the bearer token. Not
 * displayed in a frame or tab: those inherit the content security policy, which blocks frames and plug-ins, so whether
 * the PDF is visible would depend on the browser. Throws RequestError.
 */
export async function printLabel(packageId: string, code: string): Promise<string> {
  const { blob, name } = await file(`GET /api/v1/packages/${packageId}/label?format=pdf`)
  const url = URL.createObjectURL(blob)
  const link = element('a', { href: url, download: name || `${code}.pdf` })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), revokeMilliseconds)
  return link.download
}
