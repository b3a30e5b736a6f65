/** The kind of this phone; "" if it is none. */
export const phoneName = () => /Android|iPhone|iPad/.exec(navigator.userAgent)?.[0] ?? ''

/** What managers see of a session on this device when its user enters no name. */
export const deviceName = () =>
  phoneName() || (/Windows|Macintosh|Linux/.exec(navigator.userAgent)?.[0] ?? 'Phone')
