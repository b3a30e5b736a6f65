import { comma } from '../../../staff/messages/language.ts'
import { messages } from '../../messages/tasks.ts'
import { useBag } from '../bag-name.ts'
import { useProgress, type Begun } from './progress.ts'

/** The bag that is unloaded, and how many of its packages were found. */
export function UnloadedBag({ begun }: { begun: Begun }) {
  const progress = useProgress(begun)
  const label = useBag(begun.bag.id)?.label ?? begun.bag.shown
  return (
    <p class="note moving">
      <strong>{messages.bag(label)}</strong>
      {progress && (
        <span>{messages.foundOf(progress.expected - progress.missing.length, progress.expected)}</span>
      )}
    </p>
  )
}

/** The packages of the bag that were not scanned yet, where results scroll: at first there may be many. */
export function StillMissing({ begun }: { begun: Begun }) {
  const { missing = [] } = useProgress(begun) ?? {}
  return missing.length === 0 ? null : <Codes title={messages.notScanned(missing.length)} codes={missing} />
}

/** "1 is missing: PKG-…". */
export const Missing = ({ codes }: { codes: readonly string[] }) => (
  <Codes title={messages.missing(codes.length)} codes={codes} />
)

const Codes = ({ title, codes }: { title: string; codes: readonly string[] }) => (
  <p>
    {title}
    {codes.map((code, n) => (
      <span key={code}>
        {n > 0 ? comma() : ' '}
        <span class="code">{code}</span>
      </span>
    ))}
  </p>
)
