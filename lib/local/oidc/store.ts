import type { Adapter, AdapterPayload } from 'oidc-provider'

/** The identity provider's state, in memory: it is lost on restart. */
export function identityStore() {
  const items = new Map<string, { payload: AdapterPayload; ends: number }>()
  const found = (key: string) => {
    const item = items.get(key)
    return item && item.ends > Date.now() ? item.payload : undefined
  }
  const where = (matches: (payload: AdapterPayload) => boolean) =>
    [...items].filter(([, { payload }]) => matches(payload)).map(([key]) => key)
  return (kind: string): Adapter => ({
    async upsert(id, payload, expiresIn) {
      const now = Date.now()
      for (const [key, { ends }] of items) if (ends <= now) items.delete(key)
      items.set(`${kind} ${id}`, { payload, ends: now + (expiresIn ?? 600) * 1000 })
    },
    find: async (id) => found(`${kind} ${id}`),
    findByUid: async (uid) => where((payload) => payload.uid === uid).map(found)[0],
    // The device flow is not enabled.
    findByUserCode: async () => undefined,
    async consume(id) {
      const payload = found(`${kind} ${id}`)
      if (payload) payload.consumed = Math.floor(Date.now() / 1000)
    },
    async destroy(id) {
      items.delete(`${kind} ${id}`)
    },
    async revokeByGrantId(grantId) {
      for (const key of where((payload) => payload.grantId === grantId)) items.delete(key)
    },
  })
}
