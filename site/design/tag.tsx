import { CircleAlert, CircleCheck, CircleDashed, Hand, Plane, type LucideIcon } from 'lucide-preact'
import type { Tone } from '../../shared/domain/words/tones.ts'

export type { Tone }

const icons: Record<Tone, LucideIcon> = {
  ...{ waiting: CircleDashed, moving: Plane, needs: Hand, done: CircleCheck, wrong: CircleAlert },
}

/** A short text with the colour and the icon of its meaning. */
export function Tag({ tone, children }: { tone: Tone; children: string }) {
  const Icon = icons[tone]
  return (
    <span class={`tag ${tone}`}>
      <Icon size={14} aria-hidden="true" />
      {children}
    </span>
  )
}
