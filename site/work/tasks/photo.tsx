import { useRef } from 'preact/hooks'
import { Camera } from 'lucide-preact'
import { shrinkPhoto } from '../../staff/ui/shrink-photo.ts'
import { toast } from '../../design/toast.tsx'
import { words } from '../words/tasks.ts'

/** Takes a photo with the phone's camera. `count` is how many there are. */
export function TakePhoto({ count, onPhoto }: { count: number; onPhoto: (photo: Blob) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const choose = async (file?: File) => {
    const photo = file && (await shrinkPhoto(file))
    if (photo) onPhoto(photo)
    else if (file) toast({ text: words.photoTooLarge, isError: true })
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
        aria-label={words.photo}
        tabIndex={-1}
        onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
      />
      <button type="button" onClick={() => input.current?.click()}>
        <Camera size={22} aria-hidden="true" />
        {count > 0 ? `${words.photo} (${count})` : words.photo}
      </button>
    </>
  )
}
