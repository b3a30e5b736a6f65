import { crockfordOf, onlyMeaning } from './scanned-text.ts'

/** What stands between the groups of a code. */
const gap = String.raw`[\s\p{Cc}\p{Pd}_.:·]{0,3}`
const code = `[0-9A-Z](?:${gap}[0-9A-Z]){12}(?![0-9A-Z])`
const named = new RegExp(`(?<![0-9A-Z])TRK${gap}(${code})`, 'gu')
const linked = /\/TRACK\/([0-9A-Z]{13})(?![0-9A-Z])/g
const alone = new RegExp(`^(${code})$`, 'gu')
/** A word of a sentence may have 13 letters, and a phone number 13 digits. */
const mixed = /(?<![0-9A-Z])(?=[0-9]*[A-Z])(?=[A-Z]*[0-9])([0-9A-Z]{13})(?![0-9A-Z])/g

/**
 * The tracking id in a text, as it is shown: with or without `TRK-`, in groups, in any letter case, with O for 0 and I or L for
 * 1, in a link or a sentence. Undefined if there is none, or several different ones.
 */
export const trackingIdOf = (text: string): string | undefined => onlyMeaning(text, (read) => idIn(read, true))

/** The same in what people search for: without `TRK-`, letters only or digits only are a name or a phone number. */
export const searchedTrackingId = (text: string): string | undefined =>
  onlyMeaning(text, (read) => idIn(read, false))

/** What a tracking id begins or ends with, without `TRK-`; a text may be both. */
export interface TrackingParts {
  begins?: string
  ends?: string
}
const part = new RegExp(`^(TRK${gap})?([0-9A-Z](?:${gap}[0-9A-Z]){3,12})$`, 'u')

/**
 * The part of a tracking id that a text may be: four characters or more, with or without `TRK-`, in groups, with O for 0 and I or L
 * for 1. Letters only are a part if the alphabet of ids has all of them, since I, L, O and U are in most names. Undefined for
 * other texts.
 */
export function trackingParts(text: string): TrackingParts | undefined {
  const read = onlyMeaning(text, (reading) => {
    const [, prefix = '', code = ''] = part.exec(reading.trim().toUpperCase()) ?? []
    const characters = code.replaceAll(/[^\dA-Z]/g, '')
    const isPart = prefix !== '' || /\d/.test(characters) || (characters === code && /^[^ILOU]+$/.test(code))
    const meant = isPart ? crockfordOf(characters) : undefined
    return meant && (prefix === '' ? meant : `TRK-${meant}`)
  })
  if (!read) return undefined
  const begins = read.replace('TRK-', '')
  return begins === read ? { begins, ends: read } : { begins }
}

function idIn(reading: string, isCode: boolean): string | undefined {
  const text = decoded(reading).toUpperCase()
  for (const pattern of [named, linked, ...(isCode ? [alone] : []), mixed]) {
    const found = [...text.matchAll(pattern)].flatMap(
      ([, code = '']) => crockfordOf(code.replaceAll(/[^\dA-Z]/g, '')) ?? [],
    )
    if (found.length > 0) return new Set(found).size === 1 ? `TRK-${found[0]}` : undefined
  }
  return undefined
}

/** A part of a link may be percent-encoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
