/** A choice of the reader. Browsers that block site data throw on access; there it lasts until the page is left. */
export function readChoice(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a choice; undefined removes it. */
export function storeChoice(name: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // See above.
  }
}
