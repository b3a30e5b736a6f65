import { CircleAlert, CircleCheck, CircleDashed, Hand, Plane, type LucideIcon } from 'lucide-preact'
import type { Tone } from '../../shared/domain/messages/tones.ts'

export type { Tone }

const icons: Record<Tone, LucideIcon> = {
  waiting: CircleDashed,
  moving: Plane,
  needs: Hand,
  done: CircleCheck,
  wrong: CircleAlert,
}

interface TagProps {
  tone: Tone
  /** By default that of its meaning. */
  icon?: LucideIcon | undefined
  children: string
}

/** A short text with the colour and the icon of its meaning. */
export function Tag({ tone, icon: Icon = icons[tone], children }: TagProps) {
  return (
    <span class={`tag ${tone}`} title={children}>
      <Icon size={14} aria-hidden="true" />
      <span>{children}</span>
    </span>
  )
}
