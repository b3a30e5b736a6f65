import { Banknote } from 'lucide-preact'
import { Tag, type Tone } from '../../design/tag.tsx'
import { statusNames, tones, type Kind } from '../words/statuses.ts'

/** The status of a record; that of a payment has an icon that says so. */
export function Status({ of, status }: { of: Kind; status: string }) {
  const names: Record<string, string> = statusNames[of]
  const ofKind: Record<string, Tone> = tones[of]
  return (
    <Tag tone={ofKind[status] ?? 'waiting'} icon={of === 'payment' ? Banknote : undefined}>
      {names[status] ?? status}
    </Tag>
  )
}
