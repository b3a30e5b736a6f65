import { Dialog } from '../../design/dialog.tsx'
import { common } from '../../staff/messages/common.ts'
import { commands } from '../../staff/scan/code.ts'
import { QrCode } from '../../staff/scan/qr-code.tsx'
import { messages } from './messages.ts'

/** The command codes to print and put next to the scanner. */
export default function CommandCards({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={messages.cards} closeLabel={common.close} onClose={onClose}>
      <ul class="cards">
        {commands.map((command) => (
          <li key={command}>
            <QrCode text={command} />
            <strong>{command}</strong>
            <span class="hint">{messages[command]}</span>
          </li>
        ))}
      </ul>
      <p>
        <button type="button" class="primary" onClick={() => print()}>
          {messages.print}
        </button>
      </p>
    </Dialog>
  )
}
