import type { Code, CodeInFrame } from './codes.ts'

export interface Choice {
  /** The code that counts as scanned now. */
  code?: Code
  /** Whether several labels are in view, none of them clearly nearer to the centre. */
  isAmbiguous: boolean
}

/** Milliseconds that a code has to be out of view before it counts again. */
const goneAfter = 2000
/** Milliseconds after which a reading says nothing any more about what is in view. */
const recentFor = 700
/** Milliseconds that a code has to be in view that is not in the centre, or that may be read with a QR code. */
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

/**
 * Decides which code of the frames counts as scanned. Returns a function that takes the codes of each frame in turn, and
 * its time in milliseconds.
 *
 * - Of several labels, the one nearest to the centre counts, if it is clearly nearer.
 * - A label of the service counts by its QR code; by its Code 128 only if no QR code is in view, so that it counts once.
 * - A Code 128 and an ITF are read twice, since they have no error correction.
 * - A code does not count again while it is in view, nor for two seconds after.
 */
export function chooser() {
  /** When each code that counted was in view last. */
  const counted = new Map<string, number>()
  const recent = new Map<string, CodeInFrame & { at: number }>()
  /** The code that would count, since when, and how often it was read. */
  let candidate = { key: '', since: 0, reads: 0 }
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
    candidate =
      candidate.key === key ? { ...candidate, reads: candidate.reads + 1 } : { key, since: at, reads: 1 }
    if (!isClear || counted.has(key) || !isSettled(nearest, at)) return { isAmbiguous }
    counted.set(key, at)
    return { code: { text: nearest.text, format: nearest.format }, isAmbiguous }
  }

  /** Forgets what has left the view, and notes what is in it. */
  function remember(codes: readonly CodeInFrame[], at: number): void {
    for (const [key, last] of counted) if (at - last >= goneAfter) counted.delete(key)
    for (const [key, last] of recent) if (at - last.at >= recentFor) recent.delete(key)
    if (!recent.has(candidate.key)) candidate = { key: '', since: at, reads: 0 }
    for (const code of codes) {
      const key = keyOf(code)
      recent.set(key, { ...code, at })
      if (counted.has(key)) counted.set(key, at)
    }
    // What was scanned by one code of a label does not count again by the other.
    const barcodes = [...recent.values()].filter(isOwnBarcode)
    for (const qr of [...recent.values()].filter(isQr))
      for (const barcode of barcodes.filter((one) => isOneLabel(qr, one))) {
        const keys = [keyOf(qr), keyOf(barcode)]
        if (keys.some((key) => counted.has(key))) for (const key of keys) counted.set(key, at)
      }
  }

  function isSettled(code: CodeInFrame, at: number): boolean {
    const isInCentre = distance(code) < 0.6 * code.side
    if (isQr(code) && isInCentre) return true
    if (candidate.reads < 2) return false
    // The QR code next to the service's own Code 128 may be read a moment later.
    return (isInCentre && !isOwnBarcode(code)) || at - candidate.since >= settledAfter
  }
}
