import { ScanLine as Icon } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { useScanner } from '../../staff/scan/listen.ts'
import { scanQueue, type Scanning } from './queue.ts'
import { messages } from './messages.ts'

interface ScanLineProps<Scanned> extends Scanning<Scanned> {
  label: string
  /** Above the line. */
  children?: ComponentChildren
  /** Below the line. */
  hint?: ComponentChildren
}

/** The line that listens to the scanner, in the colour of its result after each scan, and the scans with what became of them. */
export function ScanLine<Scanned>({ label, children, hint, ...scanning }: ScanLineProps<Scanned>) {
  const line = useRef<HTMLInputElement>(null)
  const current = useRef(scanning)
  current.current = scanning
  const queue = useMemo(
    () =>
      scanQueue<Scanned>({
        read: (text) => current.current.read(text),
        act: (scanned, id) => current.current.act(scanned, id),
        onIdle: () => current.current.onIdle?.(),
      }),
    [],
  )
  useScanner(line, queue.add)
  useEffect(() => line.current?.focus({ preventScroll: true }), [])
  const scans = queue.scans.value
  const waiting = scans.filter(({ state }) => state === 'waiting').length
  const last = scans.find(({ state }) => state !== 'waiting')
  return (
    <section class="scan" data-state={last?.state ?? 'waiting'}>
      {children}
      <p class="field">
        <label for="scan-line">{label}</label>
        <span class="line">
          <Icon size={22} aria-hidden="true" />
          <input
            ref={line}
            id="scan-line"
            autocomplete="off"
            spellcheck={false}
            inputMode="none"
            // A virtual keyboard and a pasted text have no key positions.
            onKeyDown={({ key, currentTarget }) => {
              if (key !== 'Enter' || currentTarget.value.trim() === '') return
              queue.add(currentTarget.value.trim())
              currentTarget.value = ''
            }}
          />
          {waiting > 0 && <span class="hint">{messages.waiting(waiting)}</span>}
        </span>
      </p>
      {hint}
      <ol class="scans" aria-label={messages.scans} aria-live="polite">
        {scans.slice(0, 8).map(({ id, text, state, message }) => (
          <li key={id} class={state}>
            <span class="code">{text}</span>
            <span>{message}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
