import { Printer } from 'lucide-preact'
import { useEffect, useRef } from 'preact/hooks'
import type { components } from '../../../shared/client/api-types.ts'
import { api } from '../../staff/api/client.ts'
import { joined } from '../../staff/messages/language.ts'
import { useAct } from '../../staff/ui/act.ts'
import type { Entry } from '../queue/entry.ts'
import { done } from '../queue/queue.ts'
import { messages } from '../messages/tasks.ts'
import { kinds } from '../messages/work.ts'

/** The label of the parcel that was received last: in view, and to print when the service has answered. */
export function Label({ entry }: { entry: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    scrollTo({ top: 0 })
    place.current?.focus({ preventScroll: true })
  }, [entry])
  const sent = done.value.find(({ id }) => id === entry)
  return (
    <div ref={place} tabIndex={-1} class={sent ? 'note done' : 'note needs'}>
      {sent ? (
        <>
          <strong>{joined([kinds.receive, sent.label])}</strong>
          <ReceivedParcel of={sent} />
        </>
      ) : (
        <p>{messages.labelLater}</p>
      )}
    </div>
  )
}

/** The numbers of a parcel that was received and sent, and its label to print. */
export function ReceivedParcel({ of: { answer } }: { of: Entry }) {
  const act = useAct()
  const { package_id, qr_code, tracking_id } = answer as components['schemas']['Receipt']
  const print = () =>
    void act.run(
      () =>
        api.GET('/api/v1/packages/{id}/label', {
          params: { path: { id: package_id }, query: { format: 'pdf' } },
          parseAs: 'blob',
        }),
      { onDone: (file) => open(URL.createObjectURL(file)) },
    )
  return (
    <>
      <span class="code">{tracking_id}</span>
      <span class="code">{qr_code}</span>
      <button type="button" onClick={print}>
        <Printer size={22} aria-hidden="true" />
        {messages.printLabel}
      </button>
    </>
  )
}
