import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { FieldOptions } from '../form/field.tsx'
import { texts } from '../messages/language.ts'
import { loadPlaces, type Places } from './places.ts'

const messages = texts({
  didYouMean: [
    (city: string) => `Did you mean ${city}? If it is right as it is, press the button again.`,
    (city: string) => `Может быть, ${city}? Если всё верно, нажмите кнопку ещё раз.`,
    (city: string) => `იქნებ ${city}? თუ სწორია, დააჭირეთ ღილაკს ხელახლა.`,
    (city: string) => `هل تقصد ${city}؟ إن كان صحيحاً كما هو فاضغط الزر مرة أخرى.`,
  ],
  unknownPlace: [
    'The service does not know this place. If it is right, press the button again.',
    'Сервис не знает этого места. Если всё верно, нажмите кнопку ещё раз.',
    'ეს ადგილი უცნობია. თუ სწორია, დააჭირეთ ღილაკს ხელახლა.',
    'لا تعرف الخدمة هذا المكان. إن كان صحيحاً فاضغط الزر مرة أخرى.',
  ],
})

const places = signal<Places | undefined>(undefined)
let loading: Promise<void> | undefined
/** Loads the places once; again if that failed. */
const load = () =>
  (loading ??= loadPlaces().then(
    (loaded) => {
      places.value = loaded
    },
    () => {
      loading = undefined
    },
  ))

/**
 * The options of a form's fields for places: cities are suggested, and each place that the service does not know is asked about
 * once. Without a connection, before the places were loaded, neither happens.
 */
export function usePlaceField(): Pick<FieldOptions, 'suggestions' | 'check' | 'loading'> {
  const { current: asked } = useRef(new Set<string>())
  useEffect(() => void load(), [])
  return {
    suggestions: places.value?.suggestions ?? [],
    loading: places.value ? undefined : loading,
    check: (place) => {
      if (!places.value || places.value.isKnown(place) || asked.has(place)) return undefined
      asked.add(place)
      const nearest = places.value.nearestTo(place)
      return nearest === undefined ? messages.unknownPlace : messages.didYouMean(nearest)
    },
  }
}
