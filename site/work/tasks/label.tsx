import { Printer } from 'lucide-preact'
import { api } from '../../staff/api/client.ts'
import { useAct } from '../../staff/ui/act.ts'
import { done } from '../queue/queue.ts'
import { words } from '../words/tasks.ts'

/** The label of a parcel that was received: to print when the service has answered. */
export function Label({ entry }: { entry: string }) {
  const act = useAct()
  const answer = done.value.find(({ id }) => id === entry)?.answer as
    { package_id: string; qr_code: string } | undefined
  if (!answer) return <p class="note needs">{words.labelLater}</p>
  const print = () =>
    void act.run(
      () =>
        api.GET('/api/v1/packages/{id}/label', {
          params: { path: { id: answer.package_id }, query: { format: 'pdf' } },
          parseAs: 'blob',
        }),
      { onDone: (file) => open(URL.createObjectURL(file)) },
    )
  return (
    <p class="note done">
      <span class="code">{answer.qr_code}</span>
      <button type="button" onClick={print}>
        <Printer size={22} aria-hidden="true" />
        {words.printLabel}
      </button>
    </p>
  )
}
