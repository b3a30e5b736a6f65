import { encodeQR } from 'etiket/qr'

/** Modules of quiet zone around a QR code (ISO/IEC 18004). */
const quiet = 4

/** A QR code as an SVG of unit squares; screen readers read its name. */
export function QrCode({ text, name = text }: { text: string; name?: string }) {
  const rows = encodeQR(text, { ecLevel: 'M' })
  const squares = rows.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x + quiet} ${y + quiet}h1v1h-1z` : '')),
  )
  const size = rows.length + 2 * quiet
  return (
    <svg role="img" aria-label={name} viewBox={`0 0 ${size} ${size}`}>
      <path d={squares.join('')} />
    </svg>
  )
}
