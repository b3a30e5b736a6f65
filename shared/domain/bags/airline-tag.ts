import { plainText } from '../kernel/scanned-text.ts'

/** Ten digits, between whose airline and number the airline's letters may be printed: `0125 BA 123456`. */
const licencePlate = /^(\d{4})(?:[A-Z]{2}|[A-Z]\d|\d[A-Z])?(\d{6})$/

/**
 * An airline's tag as it is stored: a licence plate as its ten digits (IATA Resolution 740), leading zeros included; another text
 * without frame, with single spaces. "" if there is nothing but a frame.
 */
export function airlineTagOf(text: string): string {
  const plain = plainText(text)
  const [, airline, number] =
    licencePlate.exec(plain.toUpperCase().replaceAll(/[\s\p{Cc}\p{Pd}_.]/gu, '')) ?? []
  return airline !== undefined && number !== undefined
    ? airline + number
    : plain.replaceAll(/[\s\p{Cc}\u2400-\u2421]+/gu, ' ')
}

/** A tag as it is read aloud: its leading digit, the airline's code, and the number; another text as it is. */
export const shownTag = (tag: string) => tag.replace(/^(\d)(\d{3})(\d{6})$/, '$1 $2 $3')
