import { useSignal } from '@preact/signals'
import { Camera as CameraIcon, CameraOff, Keyboard } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { useScanner } from '../../staff/scan/listen.ts'
import { Camera } from '../camera/camera.tsx'
import { messages } from '../messages/scan.ts'
import { showFeedback, type Feedback } from './feedback.tsx'
import { knownPackage } from './known.ts'
import { isPackage, nameOf, readLabel, type Label, type PackageLabel } from './label.ts'

interface ScannerProps {
  /** The kind of label to scan. */
  label: string
  /** Where in the task this is: "1 of 2: …". */
  step?: string
  /** The prefix of typed codes. */
  placeholder?: string
  /** Carries a scan out; what the worker sees. */
  onScan: (label: Label) => Promise<Feedback>
  /** Content below the results: codes to scan, or scanned ones. `scan` takes the text of a label. */
  children?: (scan: (text: string) => void) => ComponentChildren
}
interface Line {
  id: number
  shown: string
  feedback?: Feedback
}
/** What became of a scan; a refusal without a detail is its title. */
function resultOf(feedback: Feedback | undefined): string {
  if (!feedback) return messages.waits
  if (feedback.detail) return feedback.detail
  return feedback.tone === 'wrong' ? feedback.title : messages.recorded
}
/** How many are listed. */
const maxLines = 6
const storageKey = 'camera'

/** Scans by camera, by a scanner that types, or by hand. Below the camera are the results, and the ways to scan, at the thumb. */
export function Scanner({ label, step, placeholder = 'PKG-', onScan, children }: ScannerProps) {
  const isCameraOn = useSignal(localStorage.getItem(storageKey) !== 'off')
  const isTyping = useSignal(false)
  const lines = useSignal<readonly Line[]>([])
  const line = useRef<HTMLInputElement>(null)
  const act = useRef(onScan)
  act.current = onScan
  const count = useRef(0)
  /** How many packages were taken, each once however often it is scanned; their ids, and codes that were scanned. */
  const taken = useSignal(0)
  const names = useRef(new Set<string>())
  /** Whether there is no camera to stop. */
  const isWithout = useSignal(false)

  async function scan(text: string): Promise<void> {
    const read = readLabel(text.trim())
    const id = ++count.current
    lines.value = [{ id, shown: read.shown }, ...lines.value].slice(0, maxLines)
    const list = (feedback: Feedback) =>
      (lines.value = lines.value.map((one) =>
        one.id === id ? { ...one, shown: feedback.name ?? one.shown, feedback } : one,
      ))
    const feedback = await act.current(read)
    list(feedback)
    void feedback.later?.then(list)
    if (feedback.tone !== 'wrong' && isPackage(read)) countPackage(read)
    showFeedback(feedback)
  }
  function countPackage(label: PackageLabel): void {
    const own = [nameOf(label.text), knownPackage(label).id]
    if (!own.some((name) => names.current.has(name))) taken.value++
    for (const name of own) names.current.add(name)
  }
  const onText = (text: string) => void scan(text)
  useScanner(line, onText)
  const typed = (event: Event) => {
    event.preventDefault()
    const text = line.current?.value.trim() ?? ''
    if (line.current) line.current.value = ''
    if (text !== '') onText(text)
  }
  const choose = (isOn: boolean) => {
    localStorage.setItem(storageKey, isOn ? 'on' : 'off')
    isCameraOn.value = isOn
  }
  const Icon = isCameraOn.value ? CameraOff : CameraIcon
  return (
    <section class="scanner" aria-label={label}>
      <header>
        <h2>{label}</h2>
        {step && <p class="hint">{step}</p>}
      </header>
      {isCameraOn.value && (
        <Camera onCode={({ text }) => onText(text)} onProblem={(has) => (isWithout.value = has)} />
      )}
      <div class="sheet">
        <div class="results">
          {taken.value > 0 && <p class="hint">{messages.scanned(taken.value)}</p>}
          <ol class="lines" aria-label={messages.scans} aria-live="polite">
            {lines.value.map(({ id, shown, feedback }) => (
              <li key={id} class={feedback?.tone ?? 'kept'}>
                <span class="code" dir="auto">
                  {shown}
                </span>
                <span>{resultOf(feedback)}</span>
              </li>
            ))}
          </ol>
          {children?.(onText)}
        </div>
        <form class={isTyping.value || !isCameraOn.value ? 'line' : 'line visually-hidden'} onSubmit={typed}>
          <input
            ref={line}
            aria-label={messages.code}
            placeholder={placeholder}
            autocomplete="off"
            autocapitalize="characters"
            spellcheck={false}
          />
          <button type="submit">{messages.enter}</button>
        </form>
        <p class="ways">
          {!(isCameraOn.value && isWithout.value) && (
            <button type="button" onClick={() => choose(!isCameraOn.value)}>
              <Icon size={22} aria-hidden="true" />
              {isCameraOn.value ? messages.stopCamera : messages.camera}
            </button>
          )}
          {isCameraOn.value && (
            <button
              type="button"
              aria-pressed={isTyping.value}
              onClick={() => (isTyping.value = !isTyping.value)}
            >
              <Keyboard size={22} aria-hidden="true" />
              {messages.type}
            </button>
          )}
        </p>
      </div>
    </section>
  )
}
