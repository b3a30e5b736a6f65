/** The part of a route that a scope follows from. */
export interface Scoped {
  access: 'public' | 'tenant'
  method: string
  path: string
  /** Its own scope, if a key that may call the other routes of its path must not call it. */
  scope?: string
}

/** Operations that no API key may call: management of people and keys. */
const ofPeople = ['users', 'api-keys']

/**
 * The scope with which an API key may call a route (RFC 6749 §3.3): its own, or what its path names, in the plural, and whether
 * the method only reads, such as `shipments:write`. Undefined for routes that keys may not call, and for public ones.
 */
export function scopeOf({ access, method, path, scope }: Scoped): string | undefined {
  if (scope !== undefined) return scope
  const [, noun = ''] = /^\/api\/v1\/([^/]+)/.exec(path) ?? []
  if (access === 'public' || noun === '' || ofPeople.includes(noun)) return undefined
  // `/warehouse/{id}/receive` and `/scan-event` are the interface's; their other paths are in the plural.
  const plural = ['warehouse', 'scan-event'].includes(noun) ? `${noun}s` : noun
  return `${plural}:${method === 'GET' ? 'read' : 'write'}`
}

/** The scopes of routes, each once, in alphabetical order. */
export const scopesOf = (routes: readonly Scoped[]): string[] =>
  [...new Set(routes.flatMap((route) => scopeOf(route) ?? []))].sort()
