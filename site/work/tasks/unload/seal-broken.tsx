import { useSignal } from '@preact/signals'
import { Dialog } from '../../../design/dialog.tsx'
import { common } from '../../../staff/messages/common.ts'
import { messages } from '../../messages/tasks.ts'
import { showFeedback } from '../../scan/feedback.tsx'
import { record } from '../../scan/record.ts'
import { isSealBroken, type Begun } from './progress.ts'

interface SealProps {
  begun: Begun
  warehouse_id: string
}

/** Reports once that the seal of the bag is broken; asks first, since a case of each package is opened. */
export function SealBroken({ begun, warehouse_id }: SealProps) {
  const isAsking = useSignal(false)
  const cancel = () => (isAsking.value = false)
  const report = async () => {
    cancel()
    const { text, shown } = begun.bag
    const feedback = await record('unload', shown, { qr_code: text, warehouse_id, seal_intact: false })
    showFeedback({ ...feedback, ...(feedback.tone === 'done' && { detail: messages.sealRecorded }) })
  }
  if (isSealBroken(begun)) return <p class="note needs">{messages.sealRecorded}</p>
  return (
    <>
      <button type="button" class="danger" onClick={() => (isAsking.value = true)}>
        {messages.sealBroken}
      </button>
      {isAsking.value && (
        <Dialog title={messages.sealIsBroken} closeLabel={common.close} onClose={cancel}>
          <p>{messages.casesOfSeal}</p>
          <p class="actions">
            <button type="button" onClick={cancel}>
              {common.back}
            </button>
            <button type="button" class="danger" onClick={() => void report()}>
              {messages.reportSeal}
            </button>
          </p>
        </Dialog>
      )}
    </>
  )
}
