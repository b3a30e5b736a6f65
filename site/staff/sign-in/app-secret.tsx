import { QrCode } from '../scan/qr-code.tsx'
import { messages } from './factor-messages.ts'

/** What an authenticator app needs: a QR code, and the key to type. */
export const AppSecret = ({ secret, uri }: { secret: string; uri: string }) => (
  <>
    <p>{messages.scan}</p>
    <div class="qr">
      <QrCode text={uri} name={messages.qrCode} />
    </div>
    <p class="hint">
      {messages.type} <span class="code">{secret}</span>
    </p>
  </>
)

/** The field of the code that confirms it. */
export const codeField = () => ({
  code: { label: messages.code, autocomplete: 'one-time-code', hint: messages.codeHint },
})
