import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { serveIdentities } from '../../../lib/local/oidc/server.ts'
import { loopbackServer } from '../../../lib/local/http/loopback-server.ts'
import { caller } from '../../support/api/client.ts'
import { begin, follow, newIdentity } from '../../support/oauth/sign-in.ts'

const directory = mkdtempSync(join(tmpdir(), 'identity-provider-'))
afterAll(() => rmSync(directory, { recursive: true }))
const file = join(directory, 'identities.json')

async function start() {
  const server = await serveIdentities(file, inject('url'))
  let stopped = false
  const stop = async () => {
    if (!stopped) await server[Symbol.asyncDispose]()
    stopped = true
  }
  onTestFinished(stop)
  return { ...server, stop }
}
/** Uses a new connection for each request, because a kept-alive one may belong to a stopped server. */
const read = async (url: string) => (await fetch(url, { headers: { connection: 'close' } })).json()
const discovered = (issuer: string) => read(`${issuer}/.well-known/openid-configuration`)
/**
 * Stops a server and waits until its port is free: a process that another thread is starting (fork, then exec) holds a
 * copy of the listening socket for a moment.
 */
async function release({ client, stop }: Awaited<ReturnType<typeof start>>) {
  await stop()
  await expect(fetch(client.issuer)).rejects.toThrow()
}

test('the identity provider has the same URL and client at every start, unless its port is taken', async () => {
  // Below the ports that the system gives to other tests (net.ipv4.ip_local_port_range).
  writeFileSync(file, JSON.stringify({ port: 20_000 + (process.pid % 10_000) }), { mode: 0o600 })
  const first = await start()
  expect(await discovered(first.client.issuer)).toMatchObject({ issuer: first.client.issuer })
  const keys = ({ issuer }: typeof first.client) => read(`${issuer}/jwks`)
  const published = await keys(first.client)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await release(first)
  const second = await start()
  expect([second.client, await keys(second.client)]).toEqual([first.client, published])
  await release(second)
  const preferredPort = Number(new URL(first.client.issuer).port)
  const otherServer = await loopbackServer((_, response) => response.end(), { preferredPort })
  onTestFinished(() => otherServer[Symbol.asyncDispose]())
  const third = await start()
  expect(third.client.issuer).not.toBe(first.client.issuer)
  expect(third.client).toEqual({ ...first.client, issuer: third.client.issuer })
  expect(await discovered(third.client.issuer)).toMatchObject({ issuer: third.client.issuer })
})

test('the identity provider names its file if the file is malformed', async () => {
  const broken = join(directory, 'broken.json')
  writeFileSync(broken, '{"port":')
  await expect(serveIdentities(broken, inject('url'))).rejects.toThrow(`${broken} cannot be read`)
  expect(readFileSync(broken, 'utf8')).toBe('{"port":')
})

/** Opens the sign-in page like a browser, and can fill in its form. */
async function page(query = '') {
  const call = caller()
  const { url } = await begin(call, 'custom/local', query)
  const jar = new Map<string, string>()
  const visit = async (at: URL, form?: Record<string, string>) => {
    const response = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const [, name = '', value = ''] of response.headers
      .getSetCookie()
      .map((c) => /^(.+?)=([^;]*)/.exec(c)!))
      jar.set(name, value)
    return { response, next: new URL(response.headers.get('location') ?? at, at) }
  }
  const shown = (await visit(url)).next
  return {
    html: await (await visit(shown)).response.text(),
    async fill(form: Record<string, string>) {
      const { response, next } = await visit(shown, form)
      if (next === shown || response.status !== 303)
        return { status: response.status, html: await response.text() }
      const back = next.pathname.endsWith('/callback') ? next : (await visit(next)).next
      return call(`GET ${back.pathname}${back.search}`)
    },
  }
}

test('the sign-in page asks for an e-mail address and a name, and signs in a new user', async () => {
  const { html, fill } = await page()
  expect(html).toMatch(/<form method="post">.*name="email".*name="name".*<button>Sign in/s)
  const { email } = newIdentity()
  const signedIn: any = await fill({ email, name: 'Anna & Sons' })
  expect(signedIn.body.user).toMatchObject({ email, email_verified: true })
})

test('the sign-in page shows an invalid e-mail address again, escaped', async () => {
  const { fill } = await page()
  const { status, html }: any = await fill({ email: '"><script>alert(1)</script>', name: '<b>' })
  expect([status, html]).toEqual([422, expect.stringContaining('Enter a valid e-mail address.')])
  expect(html).not.toMatch(/<script|<b>/)
  expect(html).toContain('&#60;script&#62;')
})

test('a user who cancels is not signed in', async () => {
  const { fill } = await page('?login_hint=nobody')
  const { status, body }: any = await fill({ cancel: '1' })
  expect([status, body.detail]).toEqual([400, 'The identity provider local did not sign you in'])
})

test('the identity provider refuses another redirect URI', async () => {
  const { url } = await begin(caller(), 'custom/local', '?login_hint=a@example.com')
  url.searchParams.set('redirect_uri', 'https://evil.example/callback')
  await expect(follow(url)).rejects.toThrow('400')
})

test('the identity provider refuses a sign-in without PKCE', async () => {
  const { url } = await begin(caller(), 'custom/local', '?login_hint=a@example.com')
  url.searchParams.delete('code_challenge')
  expect(new URL(await follow(url), url).searchParams.get('error')).toBe('invalid_request')
})
