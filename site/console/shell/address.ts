import { useLocation } from 'preact-iso/router'

/** The address of a record or form of the screen that is open: with the choices of that screen, which are there again when it is closed. */
export const onScreen = (path: string) => path + location.search

/**
 * Texts of a screen that stand in the address, so that a reload and the way back keep them: `value` is "" for one that is not there,
 * and `set` removes one that is "". It takes the place of the address before, so that the way back leads to the screen before.
 */
export function useAddress() {
  const { query, route } = useLocation()
  const set = (changes: Readonly<Record<string, string>>) => {
    const search = new URLSearchParams(location.search)
    for (const [name, value] of Object.entries(changes)) {
      search.delete(name)
      if (value !== '') search.set(name, value)
    }
    const text = search.toString()
    route(location.pathname + (text && `?${text}`), true)
  }
  return { value: (name: string) => query[name] ?? '', set }
}

/** One of several choices that stands in the address; "" if none does, or another text. */
export function useChoice<T extends string>(
  name: string,
  among: readonly T[],
): readonly [T | '', (value: T | '') => void] {
  const { value, set } = useAddress()
  return [among.find((one) => one === value(name)) ?? '', (chosen) => set({ [name]: chosen })]
}
