import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { CourierError } from '../../../shared/client/http/errors.ts'
import { toast } from '../../design/toast.tsx'
import { common } from '../messages/common.ts'
import { messageOf, queries } from '../api/client.ts'

export interface Result<T> {
  data?: T
  error?: unknown
  response: Response
}

interface Outcome<T> {
  /** The message after success. */
  done?: string
  onDone?: ((answer: T) => void) | undefined
  /** Takes it back; the message offers it. */
  undo?: () => void
}

/**
 * Runs requests that change something, one at a time: `const act = useAct()`, `act.run(() => api.POST(...), { done: 'Sealed' })`.
 * `isBusy` while one runs. The screen's data are read again after each; an error is shown as a message.
 */
export function useAct() {
  const isBusy = useSignal(false)
  const running = useRef(false)
  async function run<T>(send: () => Promise<Result<T>>, { done, onDone, undo }: Outcome<T> = {}) {
    if (running.current) return
    running.current = true
    isBusy.value = true
    try {
      const { data, error, response } = await send()
      if (!response.ok) throw new CourierError(response, error)
      if (done) toast({ text: done, ...(undo && { action: { label: common.undo, act: undo } }) })
      onDone?.(data as T)
    } catch (error) {
      toast({ text: messageOf(error), isError: true })
    } finally {
      running.current = false
      isBusy.value = false
      void queries.invalidateQueries()
    }
  }
  return { run, isBusy }
}
