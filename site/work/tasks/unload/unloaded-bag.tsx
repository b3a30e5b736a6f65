import { words } from '../../words/tasks.ts'
import { useBag } from '../bag-name.ts'
import { useProgress, type Begun } from './progress.ts'

/** The bag that is unloaded: how many of its packages were found, and which are missing. */
export function UnloadedBag({ begun }: { begun: Begun }) {
  const progress = useProgress(begun)
  const label = useBag(begun.bag_id)?.label ?? begun.shown
  return (
    <div class="note moving">
      <p>
        <strong>{words.bag(label)}</strong>{' '}
        {progress && words.foundOf(progress.expected - progress.missing.length, progress.expected)}
      </p>
      {progress && progress.missing.length > 0 && <Missing codes={progress.missing} />}
    </div>
  )
}

/** "1 is missing: PKG-…". */
export const Missing = ({ codes }: { codes: readonly string[] }) => (
  <p>
    {words.missing(codes.length)} <span class="code">{codes.join(', ')}</span>
  </p>
)
