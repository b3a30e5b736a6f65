import { joined } from '../../staff/messages/language.ts'
import { messages as scans } from '../messages/scan.ts'
import type { Feedback } from '../scan/feedback.tsx'

/** What became of the last task, which is shown until the next one. */
export interface Ended {
  tone: 'done' | 'needs'
  text: string
}

/** What was done, for whom or with what; that it waits on this phone if it was not sent yet. */
export const endedWith = ({ tone }: Pick<Feedback, 'tone'>, ...texts: (string | undefined)[]): Ended => ({
  tone: tone === 'done' ? 'done' : 'needs',
  text: joined([...texts, tone === 'kept' && scans.notChecked]),
})

export const EndedNote = ({ of }: { of: Ended | undefined }) =>
  of ? (
    <p class={`note ${of.tone}`} role="status">
      {of.text}
    </p>
  ) : null
