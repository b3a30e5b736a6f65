/** What stands in a place that `renew` fills. */
const standing = new WeakMap<Element, string>()

/**
 * Fills an element with the result of `make` if the value has changed, so that unchanged content keeps its focus,
 * scroll position and images. If the focus was inside, it moves to the first button, or to the element.
 */
export function renew<T>(place: HTMLElement, value: T, make: (value: T) => (Node | string)[]): void {
  const now = JSON.stringify(value)
  if (standing.get(place) === now) return
  standing.set(place, now)
  const held = place.contains(document.activeElement)
  place.replaceChildren(...make(value))
  if (!held) return
  place.tabIndex = -1
  const heir = place.querySelector<HTMLElement>('button, a') ?? place
  heir.focus({ preventScroll: true })
}

/**
 * Brings the children of a list into the order of `items`, each made once by its key and only moved where it must be;
 * `made` keeps them, also while they stand in another list.
 */
export function arrange<T>(
  list: HTMLElement,
  items: readonly T[],
  keyOf: (item: T) => string,
  made: Map<string, HTMLElement>,
  show: (element: HTMLElement, item: T) => void,
): void {
  const wanted = items.map((item) => {
    const element = made.get(keyOf(item)) ?? document.createElement('li')
    made.set(keyOf(item), element)
    show(element, item)
    return element
  })
  const keep = new Set<Element>(wanted)
  for (const child of [...list.children]) if (!keep.has(child)) child.remove()
  wanted.forEach((element, n) => {
    if (list.children[n] !== element) list.insertBefore(element, list.children[n] ?? null)
  })
}

/**
 * Runs a function that moves elements, and restores the focus, also if the element was removed and comes back
 * later. Returns the element that is waited for.
 */
export function focusKeeper(): (move: () => void) => Element | null {
  let held: Element | null = null
  return (move) => {
    const { activeElement: at, body } = document
    if (at !== body) held = at
    else if (held?.isConnected) held = null
    move()
    if (held instanceof HTMLElement && held.isConnected && held !== document.activeElement)
      held.focus({ preventScroll: true })
    return held
  }
}
