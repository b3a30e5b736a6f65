type Child = Node | string | undefined | false
type Attributes = Record<string, string | false | undefined>

/** Creates an element. Attributes and children that are false or undefined are omitted. Strings become text, not HTML. */
export function element<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[T] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) made.setAttribute(name, value)
  made.append(...children.filter((child) => child !== undefined && child !== false))
  return made
}

/** User-provided text, isolated for bidirectional layout. */
export const userText = (text: string) => element('bdi', {}, text)
