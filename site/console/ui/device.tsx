import Bowser from 'bowser'
import { Cut } from '../list/cut.tsx'
import type { components } from '../../../shared/client/api-types.ts'
import { joined, listed } from '../../staff/messages/language.ts'

type Session = Pick<components['schemas']['OwnSession'], 'device_name' | 'user_agent' | 'network'>

/** "Firefox, Windows": the browser of a user agent; what is none is shown as it is. */
function browserOf(userAgent: string): string {
  const { browser, os } = Bowser.parse(userAgent)
  return listed([browser.name, os.name].filter((name) => name !== undefined)) || userAgent
}

/** "Nino’s phone · Chrome, Android": what is known of the device of a session. */
export const deviceOf = ({ device_name, user_agent }: Omit<Session, 'network'>): string =>
  joined([device_name, user_agent && browserOf(user_agent)]) || '—'

/** The device of a session, and the network that it was used from. */
export const Device = ({ session }: { session: Session }) => (
  <span class="lines">
    <Cut text={deviceOf(session)} />
    {session.network && (
      <bdi class="hint" dir="ltr">
        {session.network}
      </bdi>
    )}
  </span>
)
