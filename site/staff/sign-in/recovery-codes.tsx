import { messages } from './factor-messages.ts'

/** Recovery codes, which are shown this once, until their user has kept them. */
export const RecoveryCodes = ({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) => (
  <>
    <p>{messages.recoveryHint}</p>
    <ul>
      {codes.map((code) => (
        <li key={code}>
          <bdi class="code">{code}</bdi>
        </li>
      ))}
    </ul>
    <p class="row">
      <button type="button" onClick={() => void navigator.clipboard.writeText(codes.join('\n'))}>
        {messages.copy}
      </button>
      <button type="button" class="primary" onClick={onKept}>
        {messages.kept}
      </button>
    </p>
  </>
)
