/** Keeps the values that were added within the last `span` milliseconds, oldest first. */
export function recent<T>(span: number) {
  const entries: { at: number; value: T }[] = []
  const forget = () => {
    const since = performance.now() - span
    const kept = entries.findIndex(({ at }) => at > since)
    entries.splice(0, kept < 0 ? entries.length : kept)
  }
  return {
    add(value: T) {
      forget()
      entries.push({ at: performance.now(), value })
    },
    all(): T[] {
      forget()
      return entries.map(({ value }) => value)
    },
  }
}
