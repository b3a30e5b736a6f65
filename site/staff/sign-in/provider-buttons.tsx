import { useSignal } from '@preact/signals'
import { useQuery } from '@tanstack/preact-query'
import { messageOf } from '../api/client.ts'
import { problem, providersQuery, type Provider } from '../api/provider-sign-in.ts'
import { messages } from './messages.ts'

/** Its title; a name that stands for one begins with a capital letter. */
const nameOf = ({ name, title }: Provider) =>
  title === name ? title.charAt(0).toUpperCase() + title.slice(1) : title

/** A button for each identity provider, and what went wrong with the last sign-in at one. `begin` leaves the page. */
export function ProviderButtons({ begin }: { begin: (provider: Provider) => Promise<void> }) {
  const { data: providers = [] } = useQuery(providersQuery)
  const isBusy = useSignal(false)
  const choose = (provider: Provider) => {
    if (isBusy.value) return
    isBusy.value = true
    void begin(provider)
      .catch((error: unknown) => {
        // The user has chosen something else meanwhile.
        if (error instanceof DOMException && error.name === 'AbortError') return
        problem.value = messageOf(error)
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
      {providers.length > 0 && <p class="or">{messages.or}</p>}
      {providers.length > 0 && (
        <ul class="providers">
          {providers.map((provider) => (
            <li key={`${provider.is_custom} ${provider.name}`}>
              <button type="button" aria-disabled={isBusy.value} onClick={() => choose(provider)}>
                {messages.continueWith(nameOf(provider))}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
