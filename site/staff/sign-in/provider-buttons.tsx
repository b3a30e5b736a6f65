import { useSignal } from '@preact/signals'
import { useQuery } from '@tanstack/preact-query'
import { messageOf } from '../api/client.ts'
import { problem, providersQuery, type Provider } from '../api/provider-sign-in.ts'
import { messages } from './messages.ts'
import { wasCancelled } from './passkey.ts'

/** Its title; a name that stands for one begins with a capital letter. */
const nameOf = ({ name, title }: Provider) =>
  title === name ? title.charAt(0).toUpperCase() + title.slice(1) : title

interface ProviderButtonsProps {
  /** Begins a sign-in at a provider, for which the browser leaves the page. */
  begin: (provider: Provider) => Promise<void>
  /** Signs in with a passkey, where that is possible. */
  usePasskey: (() => Promise<void>) | false
}

/** A button for passkeys and for each identity provider, and what went wrong with the last sign-in by one. */
export function ProviderButtons({ begin, usePasskey }: ProviderButtonsProps) {
  const { data: providers = [] } = useQuery(providersQuery)
  const isBusy = useSignal(false)
  const ways: (readonly [string, () => Promise<void>])[] = [
    ...(usePasskey ? [[messages.passkey, usePasskey] as const] : []),
    ...providers.map((provider) => [messages.continueWith(nameOf(provider)), () => begin(provider)] as const),
  ]
  const choose = (way: () => Promise<void>) => {
    if (isBusy.value) return
    isBusy.value = true
    void way()
      .catch((error: unknown) => {
        if (!wasCancelled(error)) problem.value = messageOf(error)
      })
      .finally(() => (isBusy.value = false))
  }
  return (
    <>
      {problem.value && (
        <p class="error" role="alert">
          {problem.value}
        </p>
      )}
      {ways.length > 0 && <p class="or">{messages.or}</p>}
      {ways.length > 0 && (
        <ul class="providers">
          {ways.map(([name, way]) => (
            <li key={name}>
              <button type="button" aria-disabled={isBusy.value} onClick={() => choose(way)}>
                {name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
