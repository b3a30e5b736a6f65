import { useEffect, useRef, useState } from 'preact/hooks'

/** Fewer rows are all rendered. */
const threshold = 100
/** Rows that are rendered above and below those in sight, and the step in which they change. */
const [margin, step] = [20, 10]
/** In pixels, until a row is measured. Rows of a list have one line and the same height. */
const usualHeight = 53

/**
 * The rows to render of a long table that scrolls with the page or in its own box, and the heights of the others in pixels, so that
 * thousands scroll smoothly. `body` is the table's body. In a dialog, all rows are rendered.
 */
export function useVisibleRows(count: number) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [first, setFirst] = useState(0)
  const height = useRef(usualHeight)
  const isLong = count > threshold && !body.current?.closest('dialog')
  useEffect(() => {
    if (!isLong) return
    const update = () => {
      const top = body.current?.getBoundingClientRect().top ?? 0
      height.current = body.current?.querySelector<HTMLElement>('[data-row]')?.offsetHeight ?? height.current
      setFirst(Math.max(0, Math.floor(-top / height.current / step) * step - margin))
    }
    update()
    // The page's, or that of the box around the table.
    addEventListener('scroll', update, { passive: true, capture: true })
    addEventListener('resize', update)
    return () => {
      removeEventListener('scroll', update, { capture: true })
      removeEventListener('resize', update)
    }
  }, [isLong])

  if (!isLong) return { body, from: 0, to: count, before: 0, after: 0 }
  const to = Math.min(count, first + Math.ceil(innerHeight / height.current) + 2 * margin + step)
  const from = Math.min(first, to)
  return { body, from, to, before: from * height.current, after: (count - to) * height.current }
}
