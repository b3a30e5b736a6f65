let ask: (() => Promise<boolean>) | undefined
let asked: Promise<boolean> | undefined

/** Sets how a page asks the user for a code of their second factor: `how` returns whether they have proven it. */
export const askForCodeBy = (how: () => Promise<boolean>): void => void (ask = how)

/** Asks once for all requests that wait for it. False on a page that does not ask. */
export const stepUp = (): Promise<boolean> =>
  (asked ??= (ask?.() ?? Promise.resolve(false)).finally(() => (asked = undefined)))
