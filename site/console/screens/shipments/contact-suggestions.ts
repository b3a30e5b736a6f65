import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { unwrap } from '../../../../shared/client/http/errors.ts'
import { api } from '../../../staff/api/client.ts'
import type { Contact } from '../../../staff/api/records.ts'
import type { Draft } from '../../../staff/form/drafts.ts'
import type { Entered } from '../../../staff/form/field.tsx'
import type { Suggestion } from '../../../staff/form/suggest.tsx'

/** Milliseconds after the last key, before the service is asked. */
const pause = 200

/** Suggests contacts by the name that is typed; one that is chosen fills the fields of its party. */
export function useContactSuggestions() {
  const found = useSignal<{ by: string; contacts: readonly Contact[] }>({ by: '', contacts: [] })
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  function search(text: string): void {
    clearTimeout(timer.current)
    if (text.trim().length < 2) return
    timer.current = setTimeout(() => {
      unwrap(api.GET('/api/v1/contacts', { params: { query: { q: text, limit: 8 } } })).then(
        (contacts) => (found.value = { by: text, contacts }),
        () => undefined,
      )
    }, pause)
  }
  return {
    suggestions: found.value.contacts.map(({ name, phone }): Suggestion => ({
      text: name,
      detail: phone,
      isFoundBy: (typed: string) => typed.startsWith(found.value.by),
    })),
    onEnter(field: string, value: Entered, suggestion?: Suggestion): Draft | undefined {
      const [, party] = /^(sender|recipient)_name$/.exec(field) ?? []
      if (!party || typeof value !== 'string') return undefined
      const chosen =
        suggestion &&
        found.value.contacts.find(({ name, phone }) => name === value && phone === suggestion.detail)
      if (!chosen) {
        search(value)
        return undefined
      }
      const { phone, email, address, language } = chosen
      const filled = {
        [`${party}_phone`]: phone,
        [`${party}_email`]: email,
        [`${party}_address`]: address,
        // E-mails about a shipment are in the language of its recipient.
        ...(party === 'recipient' && language && { language }),
      }
      return Object.fromEntries(Object.entries<string>(filled).filter(([, text]) => text !== ''))
    },
  }
}
