import { element } from '../shared/element.ts'
import type { Locale } from './choose-language.ts'
import { parseTrackingId } from './tracking-id.ts'

/** A form for a tracking id, which opens the parcel's page. */
export function search({ words }: Locale, typed = '') {
  const input = element('input', {
    ...{ id: 'id', name: 'id', type: 'text', required: '', value: typed, dir: 'ltr', maxlength: '200' },
    ...{ autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false', 'aria-describedby': 'hint' },
  })
  const form = element(
    'form',
    { action: '/track' },
    element('label', { for: 'id' }, words.ask),
    element('div', { class: 'row' }, input, element('button', { type: 'submit' }, words.go)),
    element('p', { id: 'hint', class: 'small' }, words.askHint),
  )
  form.addEventListener('submit', (submission) => {
    submission.preventDefault()
    const trackingId = parseTrackingId(input.value)
    if (trackingId !== undefined) location.assign(`/track/${trackingId}${location.search}`)
    else input.select()
  })
  return form
}
