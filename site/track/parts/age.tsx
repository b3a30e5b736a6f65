import { age, dateAndTime } from '../../shared/times.ts'
import { locale, now } from '../state.ts'

/** How long ago a moment is (milliseconds since 1970), in a sentence: "Updated 3 minutes ago". */
export function Age({ at, sentence }: { at: number; sentence: (age: string) => string }) {
  return (
    <span title={dateAndTime(locale.value, new Date(at))}>{sentence(age(locale.value, at, now.value))}</span>
  )
}
