import { observeWindowOffset, observeWindowRect, Virtualizer, windowScroll } from '@tanstack/virtual-core'
import { useEffect, useRef, useState } from 'preact/hooks'

/** Fewer rows are all rendered. */
const threshold = 100
/** In pixels, until the first row is measured. */
const rowHeight = 53

/**
 * Of the rows of a long table that scrolls with the page, those to render, and the heights of the others in pixels, so that
 * thousands scroll smoothly. `body` is the table's body. In a dialog, all rows are rendered.
 */
export function useVisibleRows(count: number) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [, render] = useState(0)
  const isLong = count > threshold && !body.current?.closest('dialog')
  const [virtualizer] = useState(() => new Virtualizer<Window, Element>(optionsOf(0, 0)))

  function optionsOf(rows: number, scrollMargin: number) {
    const [first] = body.current?.querySelectorAll<HTMLElement>('tr[data-row]') ?? []
    const height = first?.offsetHeight ?? rowHeight
    return {
      ...{ count: rows, scrollMargin, overscan: 20, estimateSize: () => height },
      ...{ getScrollElement: () => window, scrollToFn: windowScroll },
      ...{ observeElementRect: observeWindowRect, observeElementOffset: observeWindowOffset },
      initialRect: { width: innerWidth, height: innerHeight },
      onChange: () => render((n) => n + 1),
    }
  }
  useEffect(() => (isLong ? virtualizer._didMount() : undefined), [isLong])
  const top = body.current ? body.current.getBoundingClientRect().top + scrollY : 0
  virtualizer.setOptions(optionsOf(isLong ? count : 0, top))
  useEffect(() => virtualizer._willUpdate())

  if (!isLong) return { body, from: 0, to: count, before: 0, after: 0 }
  const rows = virtualizer.getVirtualItems()
  const [from, to] = [rows[0]?.index ?? 0, (rows.at(-1)?.index ?? threshold - 1) + 1]
  const [start, end] = [rows[0]?.start ?? top, rows.at(-1)?.end ?? top]
  return { body, from, to, before: start - top, after: virtualizer.getTotalSize() - (end - top) }
}
