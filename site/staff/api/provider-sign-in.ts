import { signal } from '@preact/signals'
import type { components } from '../../../shared/client/api-types.ts'
import { unwrap } from '../../../shared/client/http/errors.ts'
import { messages } from '../messages/provider-sign-in.ts'
import { deviceName } from './device.ts'
import { messageOf } from './client.ts'
import { anonymous, signInBy, user } from './session.ts'

/**
 * Sign-in at an identity provider. The provider sends the browser to the API's callback, and that to this page with the
 * answer in the fragment (docs/guide/identity-providers.md). Only the tab that began a sign-in finishes it: otherwise a link
 * could sign a browser in to another person's account (RFC 6749 §10.12).
 */
export type Provider = components['schemas']['SignInProvider']

/** A sign-in that this tab has begun. */
interface Begun extends Provider {
  state: string
  /** The path of the screen that was asked for. */
  path: string
}
type Query = { return_to: 'console' } | { return_to: 'work'; device_name: string }
const begunKey = 'provider sign-in'
const marker = '#/sign-in?'

/** The error of the last sign-in at a provider, for the user; "" after success. */
export const problem = signal('')

/** The providers that users can sign in with. They change rarely. */
export const providersQuery = {
  queryKey: ['providers'],
  staleTime: Infinity,
  queryFn: async () => (await unwrap(anonymous.GET('/api/v1/auth/oauth/providers'))).providers,
}

/** Begins a sign-in, for which the browser leaves the page. Throws CourierError, and what `fetch` throws. */
export async function beginAt(provider: Provider, signal: AbortSignal): Promise<void> {
  const { name, is_custom } = provider
  const page = location.pathname.split('/')[1]
  const query: Query =
    page === 'work' ? { return_to: 'work', device_name: deviceName() } : { return_to: 'console' }
  const { authorization_url, state } = await unwrap(
    is_custom
      ? anonymous.GET('/api/v1/auth/oauth/custom/{custom_provider}', {
          params: { path: { custom_provider: name }, query },
          signal,
        })
      : anonymous.GET('/api/v1/auth/oauth/{provider}', { params: { path: { provider: name }, query }, signal }),
  )
  // The browser returns to the registered address, where a page of another has no storage.
  const home = URL.parse(new URL(authorization_url).searchParams.get('redirect_uri') ?? '')?.origin
  if (home !== location.origin) {
    problem.value = messages.otherAddress(`${home ?? ''}/${query.return_to}`)
    return
  }
  const begun: Begun = { ...provider, state, path: location.pathname }
  sessionStorage.setItem(begunKey, JSON.stringify(begun))
  location.assign(authorization_url)
}

/** Finishes the sign-in whose answer is in the address, if this tab has begun it; otherwise `problem` says why not. */
export async function finishAtProvider(): Promise<void> {
  if (!location.hash.startsWith(marker)) return
  const answer = new URLSearchParams(location.hash.slice(marker.length))
  const begun = JSON.parse(sessionStorage.getItem(begunKey) ?? 'null') as Begun | null
  sessionStorage.removeItem(begunKey)
  // Each answer is used once, and is not in the history.
  history.replaceState(null, '', begun?.path ?? location.pathname)
  if (user.value) return
  try {
    if (!begun || answer.get('state') !== begun.state || answer.get('provider') !== pathOf(begun))
      problem.value = messages.otherTab
    else if (answer.has('error')) problem.value = messages.notSignedIn(begun.title)
    else await signInBy(() => callBack(begun, answer))
  } catch (error) {
    problem.value = messageOf(error)
  }
}

/** The provider's part of the paths of a sign-in. */
const pathOf = ({ name, is_custom }: Provider) => (is_custom ? `custom/${name}` : name)

function callBack({ name, is_custom, state }: Begun, answer: URLSearchParams) {
  const iss = answer.get('iss')
  const query = { state, code: answer.get('code') ?? '', ...(iss !== null && { iss }) }
  return unwrap(
    is_custom
      ? anonymous.GET('/api/v1/auth/oauth/custom/{name}/callback', { params: { path: { name }, query } })
      : anonymous.GET('/api/v1/auth/oauth/{provider}/callback', {
          params: { path: { provider: name }, query },
        }),
  )
}
