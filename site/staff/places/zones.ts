import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { clocksIn, momentIn } from '../../../shared/domain/kernel/time-zone.ts'
import type { Clocks } from '../form/field.tsx'

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

/** The clocks of airports, by IATA or ICAO codes in any case. While they load, none is known, and `loading` is there. */
export function useAirportZones(): {
  clocksAt: (code: string) => Clocks | undefined
  loading: Promise<void> | undefined
} {
  useEffect(() => void load(), [])
  return {
    clocksAt: (code) => {
      const zone = zones.value?.get(code.trim().toUpperCase())
      if (zone === undefined) return undefined
      return {
        zone,
        show: (moment) => clocksIn(moment, zone),
        read: (shown) => momentIn(shown, zone),
      }
    },
    loading: zones.value ? undefined : loading,
  }
}
