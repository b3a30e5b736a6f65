import { Printer } from 'lucide-preact'
import { useEffect, useRef } from 'preact/hooks'
import { api } from '../../staff/api/client.ts'
import { useAct } from '../../staff/ui/act.ts'
import { done } from '../queue/queue.ts'
import { messages } from '../messages/tasks.ts'

/** The label of the parcel that was received last: in view, and to print when the service has answered. */
export function Label({ entry }: { entry: string }) {
  const act = useAct()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    scrollTo({ top: 0 })
    place.current?.focus({ preventScroll: true })
  }, [entry])
  const answer = done.value.find(({ id }) => id === entry)?.answer as
    { package_id: string; qr_code: string } | undefined
  const print = ({ package_id }: { package_id: string }) =>
    void act.run(
      () =>
        api.GET('/api/v1/packages/{id}/label', {
          params: { path: { id: package_id }, query: { format: 'pdf' } },
          parseAs: 'blob',
        }),
      { onDone: (file) => open(URL.createObjectURL(file)) },
    )
  return (
    <div ref={place} tabIndex={-1} class={answer ? 'note done' : 'note needs'}>
      {answer ? (
        <>
          <span class="code">{answer.qr_code}</span>
          <button type="button" onClick={() => print(answer)}>
            <Printer size={22} aria-hidden="true" />
            {messages.printLabel}
          </button>
        </>
      ) : (
        <p>{messages.labelLater}</p>
      )}
    </div>
  )
}
