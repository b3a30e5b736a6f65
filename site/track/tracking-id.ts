/** The tracking id in the page's path, in any notation that the form accepts, too; "" if there is none. */
export function trackingIdInPath(path: string): string {
  const last = path.replace(/^\/track\/?/, '').replace(/\/$/, '')
  try {
    const text = decodeURIComponent(last).trim()
    return parseTrackingId(text) ?? text
  } catch {
    return last
  }
}

/**
 * The tracking id in an input: with or without its prefix, spaces and lower case, or a whole link to this page.
 * Codes have no O, I and L, so these are read as 0 and 1. Undefined if nothing is left.
 */
export function parseTrackingId(input: string): string | undefined {
  const text = input
    .trim()
    .replace(/[?#].*$/, '')
    .replace(/^.*\//, '')
    .toUpperCase()
  const code = text.replace(/^TRK(?:[^0-9A-Z]+|(?=[0-9A-Z]{13}$))/, '').replace(/[^0-9A-Z]/g, '')
  const corrected = code.length === 13 ? code.replace(/O/g, '0').replace(/[IL]/g, '1') : code
  return corrected === '' ? undefined : `TRK-${corrected}`
}
