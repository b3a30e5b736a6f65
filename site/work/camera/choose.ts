import type { Code, CodeInFrame } from './codes.ts'

export interface Choice {
  /** The code that counts as scanned now. */
  code?: Code
  /** Whether several labels are in view, none of them clearly nearer to the centre. */
  isAmbiguous: boolean
}

/** Milliseconds that a code has to be out of view before it counts again. */
const goneAfter = 2000
/** Milliseconds after which a reading no longer shows that a code is in view. */
const recentFor = 700
/** Milliseconds that a code without error correction, or one that is not in the centre, has to be in view. */
const settledAfter = 250
/** Milliseconds after which the page says that two labels are in view. */
const ambiguousAfter = 300

const keyOf = ({ format, text }: Code) => `${format} ${text}`
const distance = (one: { x: number; y: number }, other = { x: 0, y: 0 }) =>
  Math.hypot(one.x - other.x, one.y - other.y)

const isQr = ({ format }: Code) => format === 'qr_code'
/** The service's own Code 128, which is printed next to a QR code. */
const isOwnBarcode = ({ format, text }: Code) => format === 'code_128' && text.startsWith('PKG-')
/** Tags of airlines have ten digits (IATA Resolution 740). A part of an ITF reads as a shorter code. */
const isWhole = ({ format, text }: Code) => format !== 'itf' || /^\d{10}$/.test(text)
/** Whether both are on one label, where their centres are 0.7 sides of the QR code apart (shared/labels/sheet.ts). */
const isOneLabel = (qr: CodeInFrame, barcode: CodeInFrame) => distance(qr, barcode) < qr.side

/** A code, and when it was read last. */
interface Reading extends CodeInFrame {
  at: number
}
const readBoth = ({ qr, barcode }: Record<'qr' | 'barcode', Reading>) => Math.min(qr.at, barcode.at)

/**
 * Decides which code of the frames counts as scanned. Returns a function that takes the codes of each frame in turn, and
 * its time in milliseconds.
 *
 * - Of several labels, the one nearest to the centre counts, if it is clearly nearer.
 * - A label of the service counts by its QR code; by its Code 128 only if no QR code is in view, so that it counts once.
 * - A Code 128 and an ITF are read twice, some time apart: they have no error correction, two readings of one picture have
 *   the same mistakes, and the QR code next to the service's own Code 128 may be read a moment later.
 * - A code does not count again while it is in view, nor for two seconds after.
 */
export function chooser() {
  /** When each code that counted was in view last. */
  const counted = new Map<string, number>()
  const recent = new Map<string, Reading>()
  /** The keys of the two codes of a label, each by the other. */
  const pairs = new Map<string, string>()
  /** The code that would count, and since when. */
  let candidate = { key: '', since: 0 }
  let ambiguousSince: number | undefined

  return (seen: readonly CodeInFrame[], at: number): Choice => {
    const codes = seen.filter(isWhole)
    remember(codes, at)
    const isQrInView = [...recent.values()].some(isQr)
    const [nearest, second] = codes
      .filter((code) => !(isQrInView && isOwnBarcode(code)))
      .toSorted((one, other) => distance(one) - distance(other))
    // Half a side is a quarter of the way between two labels that lie next to each other.
    const isClear = !second || !nearest || distance(second) - distance(nearest) >= nearest.side / 2
    ambiguousSince = isClear ? undefined : (ambiguousSince ?? at)
    const isAmbiguous = ambiguousSince !== undefined && at - ambiguousSince >= ambiguousAfter
    if (!nearest) return { isAmbiguous }
    const key = isClear ? keyOf(nearest) : ''
    if (candidate.key !== key) candidate = { key, since: at }
    if (!isClear || counted.has(key) || !isSettled(nearest, at)) return { isAmbiguous }
    counted.set(key, at)
    return { code: { text: nearest.text, format: nearest.format }, isAmbiguous }
  }

  /** Forgets codes that have left the view, and notes those in it. */
  function remember(codes: readonly CodeInFrame[], at: number): void {
    for (const [key, last] of counted) if (at - last >= goneAfter) counted.delete(key)
    for (const [key, last] of recent) if (at - last.at >= recentFor) recent.delete(key)
    if (!recent.has(candidate.key)) candidate = { key: '', since: at }
    for (const code of codes) {
      const key = keyOf(code)
      recent.set(key, { ...code, at })
      if (counted.has(key)) counted.set(key, at)
    }
    for (const key of pairs.keys()) if (!recent.has(key) && !counted.has(key)) pairs.delete(key)
    // A label that was scanned by one of its codes does not count again by the other.
    for (const keys of labelsInView())
      if (keys.some((key) => counted.has(key))) for (const key of keys) counted.set(key, at)
  }

  /** The keys of both codes of each label. Those that were read together go before those that were read in turn. */
  function labelsInView(): [string, string][] {
    const readings = [...recent.values()]
    const barcodes = readings.filter(isOwnBarcode)
    return readings
      .filter(isQr)
      .flatMap((qr) => barcodes.filter((one) => isOneLabel(qr, one)).map((barcode) => ({ qr, barcode })))
      .toSorted((one, other) => readBoth(other) - readBoth(one))
      .map(({ qr, barcode }): [string, string] => [keyOf(qr), keyOf(barcode)])
      .filter((keys) => isPair(...keys))
  }
  /** Whether neither of them was seen on another label. Notes that they belong together. */
  function isPair(qr: string, barcode: string): boolean {
    if ((pairs.get(qr) ?? barcode) !== barcode || (pairs.get(barcode) ?? qr) !== qr) return false
    pairs.set(qr, barcode).set(barcode, qr)
    return true
  }

  function isSettled(code: CodeInFrame, at: number): boolean {
    const isInCentre = distance(code) < 0.6 * code.side
    return (isQr(code) && isInCentre) || at - candidate.since >= settledAfter
  }
}
