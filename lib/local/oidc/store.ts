import type { Adapter, AdapterPayload } from 'oidc-provider'

/** The identity provider's state, in memory: it is lost on restart. */
export function identityStore() {
  const items = new Map<string, { payload: AdapterPayload; expiresAt: number }>()
  const readValid = (key: string) => {
    const item = items.get(key)
    return item && item.expiresAt > Date.now() ? item.payload : undefined
  }
  const keysWhere = (matches: (payload: AdapterPayload) => boolean) =>
    [...items].filter(([, { payload }]) => matches(payload)).map(([key]) => key)
  return (kind: string): Adapter => ({
    async upsert(id, payload, expiresIn) {
      const now = Date.now()
      for (const [key, { expiresAt }] of items) if (expiresAt <= now) items.delete(key)
      items.set(`${kind} ${id}`, { payload, expiresAt: now + (expiresIn ?? 600) * 1000 })
    },
    find: async (id) => readValid(`${kind} ${id}`),
    findByUid: async (uid) => keysWhere((payload) => payload.uid === uid).map(readValid)[0],
    // The device flow is not enabled.
    findByUserCode: async () => undefined,
    async consume(id) {
      const payload = readValid(`${kind} ${id}`)
      if (payload) payload.consumed = Math.floor(Date.now() / 1000)
    },
    async destroy(id) {
      items.delete(`${kind} ${id}`)
    },
    async revokeByGrantId(grantId) {
      for (const key of keysWhere((payload) => payload.grantId === grantId)) items.delete(key)
    },
  })
}
