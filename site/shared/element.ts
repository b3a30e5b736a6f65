type Child = Node | string | undefined | false
type Attributes = Record<string, string | false | undefined>

/** An element with its attributes and children; what is false or undefined is left out. Text is always only text. */
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

/** Text that others wrote, in whichever direction it runs. */
export const foreign = (text: string) => element('bdi', {}, text)
