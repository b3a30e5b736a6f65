import * as z from 'zod'
import { builtIn, Client } from './provider-config.ts'
import { oauthProvider, type OAuthProvider } from './provider.ts'

export interface OAuthProviders {
  /** A built-in provider, configured or not. */
  builtIn(name: string): OAuthProvider | undefined
  custom(name: string): OAuthProvider | undefined
  /** Those that this service has a client at: built-in ones first. `title` is for people. */
  configured: { name: string; title: string; is_custom: boolean }[]
}

/**
 * The identity providers of the secret `oauth`: {google: {client_id, client_secret}, <name>: {issuer, …}, …}.
 * Operators enter it, so invalid entries are skipped. Caches published metadata and keys.
 */
export function oauthProviders(secret: unknown): OAuthProviders {
  const entries = Object.entries(z.looseObject({}).catch({}).parse(secret))
  const clients = new Map(
    entries.flatMap(([name, entry]) => {
      const client = /^[\w-]+$/.test(name) ? Client.safeParse(entry).data : undefined
      return client ? [[name, client] as const] : []
    }),
  )
  const known = Object.entries(builtIn).map(
    ([name, row]) => [name, oauthProvider(name, clients.get(name), row)] as const,
  )
  const custom = [...clients].flatMap(([name, client]) =>
    client.issuer && !Object.hasOwn(builtIn, name)
      ? [[name, oauthProvider(`custom/${name}`, client)] as const]
      : [],
  )
  const configured = [
    ...known.map(([name]) => ({ name, title: builtIn[name]?.title, is_custom: false })),
    ...custom.map(([name]) => ({ name, title: name, is_custom: true })),
  ].flatMap(({ title, ...one }) => {
    const client = clients.get(one.name)
    return client ? [{ ...one, title: client.title ?? title ?? one.name }] : []
  })
  const find = (of: (readonly [string, OAuthProvider])[]) => (name: string) => new Map(of).get(name)
  return { builtIn: find(known), custom: find(custom), configured }
}
