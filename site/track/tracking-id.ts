/** The id in the path of the page's own address, "" where there is none. */
export function idInAddress(path: string): string {
  const last = path.replace(/^\/track\/?/, '').replace(/\/$/, '')
  try {
    return decodeURIComponent(last).trim().toUpperCase()
  } catch {
    return last
  }
}

/**
 * The tracking id that somebody meant: with or without its prefix, spaces and small letters, or a whole link to this
 * page. A code has no O, I and L, so whoever wrote one read 0 or 1. Undefined where nothing is left.
 */
export function meantId(typed: string): string | undefined {
  const written = typed
    .trim()
    .replace(/[?#].*$/, '')
    .replace(/^.*\//, '')
    .toUpperCase()
  const code = written.replace(/^TRK(?:[^0-9A-Z]+|(?=[0-9A-Z]{13}$))/, '').replace(/[^0-9A-Z]/g, '')
  const clear = code.length === 13 ? code.replace(/O/g, '0').replace(/[IL]/g, '1') : code
  return clear === '' ? undefined : `TRK-${clear}`
}
