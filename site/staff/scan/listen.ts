import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { characterOf } from './keys.ts'

/** A scanner types faster than this, in milliseconds a key, and at least this many keys. */
const [fastest, minLength] = [50, 4]

type Editable = HTMLInputElement | HTMLTextAreaElement
const isEditable = (target: EventTarget | null): target is Editable =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type))

/**
 * Listens to a scanner, which types and presses Enter, wherever the focus is. `line` is the field of the page that shows
 * what is typed; all keys go there unless another field has the focus. Text that a scanner has typed into another field is
 * taken out of it again. Returns a function that ends it.
 */
function listenToScanner(line: HTMLInputElement, onScan: (text: string) => void): () => void {
  let [burst, lastTime] = ['', 0]
  let before: { field: Editable; value: string } | undefined

  function onKey(event: KeyboardEvent): void {
    const { target, timeStamp, ctrlKey, metaKey, altKey, code } = event
    if (ctrlKey || metaKey || altKey || event.isComposing) return
    const isElsewhere = isEditable(target) && target !== line
    if (code === 'Enter' || code === 'NumpadEnter') {
      onEnter(event, isElsewhere)
      return
    }
    const character = characterOf(event)
    if (character === undefined) return
    const isFast = timeStamp - lastTime < fastest
    lastTime = timeStamp
    if (isElsewhere) {
      if (!isFast || before?.field !== target) {
        burst = ''
        before = { field: target, value: target.value }
      }
      burst += character
      return
    }
    if (target instanceof HTMLElement && target.closest('select, [role="listbox"]')) return
    // A button would be pressed by the space in a text.
    event.preventDefault()
    line.value += character
  }
  function onEnter(event: KeyboardEvent, isElsewhere: boolean): void {
    const isScan = isElsewhere && burst.length >= minLength && event.timeStamp - lastTime < fastest
    if (isElsewhere && !isScan) return
    const text = (isElsewhere ? burst : line.value).trim()
    if (isScan && before) {
      before.field.value = before.value
      before.field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    burst = ''
    before = undefined
    if (text === '') return
    event.preventDefault()
    event.stopPropagation()
    line.value = ''
    onScan(text)
  }
  addEventListener('keydown', onKey, { capture: true })
  return () => removeEventListener('keydown', onKey, { capture: true })
}

/**
 * Listens to a scanner while the component is shown (listenToScanner, with the first `onScan`). It begins before the line is
 * painted, so that a scan that follows at once is not lost.
 */
export function useScanner(line: RefObject<HTMLInputElement>, onScan: (text: string) => void): void {
  useLayoutEffect(() => (line.current ? listenToScanner(line.current, onScan) : undefined), [])
}
