import type { Signal } from '@preact/signals'
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

/** Says what was done, and again once what waits here was sent or refused, unless something else was said meanwhile. */
export function sayEnded(
  ended: Signal<Ended | undefined>,
  feedback: Pick<Feedback, 'tone' | 'later'>,
  ...texts: (string | undefined)[]
): void {
  const said = endedWith(feedback, ...texts)
  ended.value = said
  void feedback.later?.then((later) => {
    if (ended.value === said)
      ended.value = endedWith(later, ...texts, later.tone === 'wrong' ? later.detail : undefined)
  })
}

export const EndedNote = ({ of }: { of: Ended | undefined }) =>
  of ? (
    <p class={`note ${of.tone}`} role="status">
      {of.text}
    </p>
  ) : null
