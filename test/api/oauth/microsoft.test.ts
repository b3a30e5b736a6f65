import { afterAll, beforeAll, expect, test } from 'vitest'
import { oauthProvider } from '../../../shared/auth/oauth/provider.ts'
import { builtIn } from '../../../shared/auth/oauth/provider-config.ts'
import { users } from '../../../shared/domain/users/record.ts'
import { serviceWith, newIdentity } from '../../support/oauth/sign-in.ts'
import { openIdProvider, type Claims, type OpenIdProvider } from '../../support/oauth/openid-provider.ts'

let provider: OpenIdProvider
beforeAll(async () => void (provider = await openIdProvider()))
afterAll(() => provider.stop())

const directory = 'd1b5e3a0-0000-4000-8000-000000000001'
const issuer = (tid: string) => `https://login.microsoftonline.com/${tid}/v2.0`
/** Signs in with the built-in Microsoft provider, whose endpoints are replaced by the test provider's. */
const identify = (claims: Claims) => {
  const { server, ...row } = builtIn.microsoft!
  const here = { token_endpoint: `${provider.issuer}/token`, jwks_uri: `${provider.issuer}/keys` }
  const signing = { id_token_signing_alg_values_supported: ['ES256'] }
  const known = oauthProvider('microsoft', provider.client, {
    ...row,
    server: { ...server, ...here, ...signing },
  })
  const begun = {
    provider: 'microsoft',
    nonce: 'n',
    verifier: 'v'.repeat(43),
    redirect_uri: 'https://a.example',
  }
  const answer = { state: 's', code: provider.code({ nonce: 'n', ...newIdentity(), ...claims }) }
  return known.identify({ answer, begun, now: new Date(), report: () => undefined })
}
const own = { iss: issuer(directory), tid: directory, email_verified: undefined }

test('Microsoft can sign in the users of every directory, if the issuer matches the directory', async () => {
  await expect(identify(own)).resolves.toBeDefined()
  const another = 'd1b5e3a0-0000-4000-8000-000000000002'
  for (const wrong of [
    { iss: issuer(another) },
    { tid: another },
    { tid: undefined },
    { tid: '{tenantid}', iss: issuer('{tenantid}') },
    { tid: '../x', iss: issuer('../x') },
    { iss: 'https://evil.example/v2.0' },
  ])
    await expect(identify({ ...own, ...wrong })).rejects.toMatchObject({ code: 'bad_request' })
})

test('an e-mail from Microsoft counts as verified if Microsoft says that the domain’s owner verified it', async () => {
  const verified = async (claims: Claims) => (await identify({ ...own, ...claims })).email_verified
  for (const claims of [{ xms_edov: true }, { xms_edov: '1' }, { xms_edov: 1 }, { email_verified: true }])
    expect(await verified(claims)).toBe(true)
  for (const claims of [{}, { xms_edov: false }, { xms_edov: '0' }, { email_verified: false }])
    expect(await verified(claims)).toBe(false)
})

test('Microsoft’s claim for a verified domain is ignored from other providers', async () => {
  const { runtime, signIn } = serviceWith(provider)
  const identity = newIdentity()
  await signIn({ ...identity, email_verified: false, xms_edov: true })
  const { ref, grant } = (await runtime.directory.find('email', identity.email))!
  expect((await runtime.tenant(grant).get(users, { id: ref })).email_verified).toBe(false)
})

test('if one Microsoft directory is configured as the issuer, other directories are refused', async () => {
  const { signIn } = serviceWith(provider, {}, { microsoft: provider.entry })
  const status = async (claims: Claims) => (await signIn({ ...newIdentity(), ...claims }, 'microsoft')).status
  expect(await status({})).toBe(200)
  expect(await status({ iss: issuer(directory), tid: directory })).toBe(400)
})
