/** The value, as JSON, that `renew` has rendered into an element. */
const renderedValues = new WeakMap<Element, string>()

/**
 * Replaces the contents of an element with the result of `make` if the value has changed, so that unchanged contents
 * keep their focus, scroll position and images. If the focus was inside, it moves to the first button or link, or to the
 * element.
 */
export function renew<T>(place: HTMLElement, value: T, make: (value: T) => (Node | string)[]): void {
  const now = JSON.stringify(value)
  if (renderedValues.get(place) === now) return
  renderedValues.set(place, now)
  const hadFocus = place.contains(document.activeElement)
  place.replaceChildren(...make(value))
  if (!hadFocus) return
  place.tabIndex = -1
  const focusTarget = place.querySelector<HTMLElement>('button, a') ?? place
  focusTarget.focus({ preventScroll: true })
}

/**
 * Updates the children of a list to match `items`. Elements are created once per key, stored in `elements`, and moved only
 * if necessary. Lists may share `elements`, so that an element can move between them.
 */
export function arrange<T>(
  list: HTMLElement,
  items: readonly T[],
  keyOf: (item: T) => string,
  elements: Map<string, HTMLElement>,
  show: (element: HTMLElement, item: T) => void,
): void {
  const ordered = items.map((item) => {
    const element = elements.get(keyOf(item)) ?? document.createElement('li')
    elements.set(keyOf(item), element)
    show(element, item)
    return element
  })
  const keep = new Set<Element>(ordered)
  for (const child of [...list.children]) if (!keep.has(child)) child.remove()
  ordered.forEach((element, n) => {
    if (list.children[n] !== element) list.insertBefore(element, list.children[n] ?? null)
  })
}

/**
 * Runs a function that moves elements, and restores the focus, also if the element is removed and inserted again later.
 * Returns the focused element.
 */
export function focusKeeper(): (move: () => void) => Element | null {
  let lastFocused: Element | null = null
  return (move) => {
    const { activeElement: focused, body } = document
    if (focused !== body) lastFocused = focused
    else if (lastFocused?.isConnected) lastFocused = null
    move()
    if (lastFocused instanceof HTMLElement && lastFocused.isConnected && lastFocused !== document.activeElement)
      lastFocused.focus({ preventScroll: true })
    return lastFocused
  }
}
