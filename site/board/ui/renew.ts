/** What stands in a place that `renew` fills. */
const standing = new WeakMap<Element, string>()

/**
 * Fills a place with what `make` makes of a value, if that is another than before: so that what nobody changed keeps its
 * focus, its scroll and its images. Where the focus was inside, it goes to the first button there now, or the place.
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
 * Does what moves elements about, so that whoever had the focus keeps it; and has it again where the element went and
 * came back later. Gives the element that is waited for.
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
