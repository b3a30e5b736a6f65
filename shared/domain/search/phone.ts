/** A text in compatible characters (Unicode NFKC) and ASCII digits. */
const plain = (text: string) =>
  text.normalize('NFKC').replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))

/**
 * A phone number as it is compared: `+` and its digits with the calling code if it is written with one (`+995 …`, `00995 …`),
 * otherwise the digits as they are written, which is a local spelling. Undefined without a digit. What follows a number, such as
 * an extension or a second number, does not count.
 */
export function phoneTerm(text: string): string | undefined {
  const [number = ''] = /[+\d][^\p{L},;#*+\n]*/u.exec(plain(text)) ?? []
  const digits = number.replace(/\D/g, '')
  if (!number.startsWith('+') && !digits.startsWith('00')) return digits || undefined
  // `+44 (0)20 …`: the zero is dialled within the country only.
  const international = number.replace('(0)', '').replace(/\D/g, '').replace(/^00/, '')
  return international ? `+${international}` : undefined
}

/** The fewest digits of a number's beginning or end that find it. */
export const fewestDigits = 4

/** A term's digits, by which beginnings are compared: without the zero that is dialled within a country. */
export const begunDigits = (term: string) => term.replace(/^\+|^0(?=\d)/, '')
export const digitsOf = (term: string) => term.replace('+', '')
/** All digits of a text: at the end of a number, 00 is no prefix. */
export const writtenDigits = (text: string) => plain(text).replace(/\D/g, '')

/** Whether a text is digits, with what is written between them, that may be a number or its beginning or end. */
export const isPhonePart = (text: string) =>
  /^[\s+(]*\d[\d\s()./-]*$/.test(plain(text)) && writtenDigits(text).length >= fewestDigits
