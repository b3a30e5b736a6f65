import type { ComponentChildren } from 'preact'
import { Dialog } from '../../design/dialog.tsx'
import { useRead, type Read } from '../../staff/api/read.ts'
import { common } from '../../staff/messages/common.ts'
import { Gone, isGone } from './gone.tsx'
import { Loaded } from '../../staff/ui/loaded.tsx'

interface RecordPanelProps<T> {
  /** The key of the query, as in `useRead`. */
  of: readonly unknown[]
  get: Parameters<typeof useRead<T>>[1]
  title: (record: Exclude<T, undefined>) => string
  /** Next to the title. */
  status?: (record: Exclude<T, undefined>) => ComponentChildren
  onClose: () => void
  children: (record: Exclude<T, undefined>, etag: string) => ComponentChildren
}

/** A panel that shows a record. */
export function RecordPanel<T>({ of, get, title, status, onClose, children }: RecordPanelProps<T>) {
  const read = useRead(of, get)
  if (isGone(read)) return <Gone onClose={onClose} />
  return (
    <Dialog
      panel
      title={<bdi>{read.data ? title(read.data.body) : common.loading}</bdi>}
      status={read.data && status?.(read.data.body)}
      closeLabel={common.close}
      onClose={onClose}
    >
      <Loaded query={read}>
        {({ body, etag }: Read<Exclude<T, undefined>>) => children(body, etag ?? '')}
      </Loaded>
    </Dialog>
  )
}
