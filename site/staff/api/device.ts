/** What managers see of a session on this device, until the user enters a better name. */
export const deviceName = () =>
  /Android|iPhone|iPad|Windows|Macintosh|Linux/.exec(navigator.userAgent)?.[0] ?? 'Phone'
