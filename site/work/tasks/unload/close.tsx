import { useSignal } from '@preact/signals'
import { Dialog } from '../../../design/dialog.tsx'
import { common } from '../../../staff/words/common.ts'
import { words } from '../../words/tasks.ts'
import { scansOf, useProgress, type Begun } from './progress.ts'
import { Missing } from './unloaded-bag.tsx'

interface CloseProps {
  begun: Begun
  onClose: () => void
}

/** Ends an unloading; asks first if packages are missing, or if it is not known whether they are. */
export function CloseUnloading({ begun, onClose }: CloseProps) {
  const progress = useProgress(begun)
  const isAsking = useSignal(false)
  const press = () => {
    if (progress?.missing.length === 0) onClose()
    else isAsking.value = true
  }
  const cancel = () => (isAsking.value = false)
  return (
    <>
      <button type="button" class="primary" onClick={press}>
        {words.endUnloading}
      </button>
      {isAsking.value && (
        <Dialog title={words.endUnloadingNow} closeLabel={common.close} onClose={cancel}>
          {progress ? (
            <Missing codes={progress.missing} />
          ) : (
            <p>
              {words.missingUnknown} {words.packagesTaken(scansOf(begun.entry).size)}
            </p>
          )}
          <p class="actions">
            <button type="button" onClick={cancel}>
              {words.scanOn}
            </button>
            <button type="button" class="danger" onClick={onClose}>
              {words.endAnyway}
            </button>
          </p>
        </Dialog>
      )}
    </>
  )
}
