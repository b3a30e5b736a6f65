/** The kind of this phone; "" if it is none. */
export const phoneName = () => /Android|iPhone|iPad/.exec(navigator.userAgent)?.[0] ?? ''

/** The name of a session on this device for managers, when its user enters none. */
export const deviceName = () =>
  phoneName() || (/Windows|Macintosh|Linux/.exec(navigator.userAgent)?.[0] ?? 'Phone')
