import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

const zones = signal<ReadonlyMap<string, string> | undefined>(undefined)
let loading: Promise<void> | undefined

async function read(): Promise<void> {
  const { default: text } = await import('./zones.data.ts')
  zones.value = new Map(
    text.split('\n').flatMap((line) => {
      const [zone = '', ...codes] = line.split(' ')
      return codes.map((code): [string, string] => [code, zone])
    }),
  )
}
/** Loads the zones once; again if that failed. */
const load = () =>
  (loading ??= read().catch(() => {
    loading = undefined
  }))

/** The time zones of airports, by IATA or ICAO codes in any case. While they load, none is known, and `loading` is there. */
export function useAirportZones(): {
  zoneOf: (code: string) => string | undefined
  loading: Promise<void> | undefined
} {
  useEffect(() => void load(), [])
  return {
    zoneOf: (code) => zones.value?.get(code.trim().toUpperCase()),
    loading: zones.value ? undefined : loading,
  }
}
