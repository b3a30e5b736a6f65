import { Camera } from 'lucide-preact'
import { messages } from './messages.ts'

/** Asks for a photo, and says how many there are. */
export const PhotoButton = ({ count, onClick }: { count: number; onClick: () => void }) => (
  <button type="button" onClick={onClick}>
    <Camera size={22} aria-hidden="true" />
    {count > 0 ? `${messages.photo} (${count})` : messages.photo}
  </button>
)
