import { useSignal, type ReadonlySignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { messages as handOver } from '../../staff/hand-over/messages.ts'
import { PhotoButton } from '../../staff/hand-over/photo-button.tsx'
import { shrinkPhoto } from '../../staff/ui/shrink-photo.ts'
import { toast } from '../../design/toast.tsx'
import type { Reference } from '../queue/entry.ts'
import { record } from '../scan/record.ts'
import { messages } from '../messages/tasks.ts'

export interface Photos {
  blobs: ReadonlySignal<readonly Blob[]>
  add: (photo: Blob) => void
  /** Stores the photos of a package, each once, though it is called again. Returns their entries. */
  keep: (label: string, of: Reference) => Promise<{ entry: string }[]>
  clear: () => void
}

/** The photos that were taken for the current input. */
export function usePhotos(): Photos {
  const blobs = useSignal<readonly Blob[]>([])
  const kept = useRef(new WeakMap<Blob, string>())
  return {
    blobs,
    add: (photo) => (blobs.value = [...blobs.value, photo]),
    clear: () => (blobs.value = []),
    async keep(label, of) {
      for (const blob of blobs.value.filter((one) => !kept.current.has(one))) {
        const { id, tone } = await record('photo', label, { package: of, blob })
        if (id !== undefined && tone !== 'wrong') kept.current.set(blob, id)
      }
      return blobs.value.flatMap((blob) => {
        const entry = kept.current.get(blob)
        return entry === undefined ? [] : [{ entry }]
      })
    },
  }
}

/** Takes a photo with the phone's camera, and says how many there are, with those of earlier. */
export function TakePhoto({ photos: { blobs, add }, earlier = 0 }: { photos: Photos; earlier?: number }) {
  const input = useRef<HTMLInputElement>(null)
  const choose = async (file?: File) => {
    const photo = file && (await shrinkPhoto(file))
    if (photo) add(photo)
    else if (file) toast({ text: messages.photoTooLarge, isError: true })
    if (input.current) input.current.value = ''
  }
  return (
    <>
      <input
        ref={input}
        class="visually-hidden"
        type="file"
        accept="image/*"
        capture="environment"
        aria-label={handOver.photo}
        tabIndex={-1}
        onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
      />
      <PhotoButton count={earlier + blobs.value.length} onClick={() => input.current?.click()} />
    </>
  )
}
