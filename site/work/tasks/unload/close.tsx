import { useSignal } from '@preact/signals'
import { Dialog } from '../../../design/dialog.tsx'
import { common } from '../../../staff/messages/common.ts'
import { messages } from '../../messages/tasks.ts'
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
        {messages.endUnloading}
      </button>
      {isAsking.value && (
        <Dialog title={messages.endUnloadingNow} closeLabel={common.close} onClose={cancel}>
          {progress ? (
            <>
              <Missing codes={progress.missing} />
              <p>{messages.casesOfMissing}</p>
            </>
          ) : (
            <p>
              {messages.missingUnknown} {messages.packagesTaken(scansOf(begun.entry).size)}.{' '}
              {messages.casesOfMissing}
            </p>
          )}
          <p class="actions">
            <button type="button" onClick={cancel}>
              {messages.scanOn}
            </button>
            <button type="button" class="danger" onClick={onClose}>
              {messages.endAnyway}
            </button>
          </p>
        </Dialog>
      )}
    </>
  )
}
