import { encodeQR } from 'etiket/qr'
import { Dialog } from '../../design/dialog.tsx'
import { common } from '../words/common.ts'
import { commands } from './label.ts'
import { words } from './words.ts'

/** Modules of quiet zone around a QR code (ISO/IEC 18004). */
const quiet = 4

/** A QR code as an SVG of unit squares. */
function QrCode({ text }: { text: string }) {
  const rows = encodeQR(text, { ecLevel: 'M' })
  const squares = rows.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x + quiet} ${y + quiet}h1v1h-1z` : '')),
  )
  const size = rows.length + 2 * quiet
  return (
    <svg role="img" aria-label={text} viewBox={`0 0 ${size} ${size}`}>
      <path d={squares.join('')} />
    </svg>
  )
}

/** The command codes to print and put next to the scanner. */
export default function CommandCards({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={words.cards} closeLabel={common.close} onClose={onClose}>
      <ul class="cards">
        {commands.map((command) => (
          <li key={command}>
            <QrCode text={command} />
            <strong>{command}</strong>
            <span class="hint">{words[command]}</span>
          </li>
        ))}
      </ul>
      <p>
        <button type="button" class="primary" onClick={() => print()}>
          {words.print}
        </button>
      </p>
    </Dialog>
  )
}
