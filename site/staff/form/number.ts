/** Kilograms as people write them after a number, in the languages of the pages. */
const kilograms = /\s*(?:kgs?|кг|კგ|كغم?|كجم)\.?$/i
/** Digits with at most one comma or dot, which is decimal. */
const plain = /^-?\d*[.,]?\d*$/
/** Three digits at a time, between equal separators, and then a decimal separator that is another one. */
const grouped = /^-?\d{1,3}([ ',.])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d*)?$/
/** The comma may be decimal, as in Russian, or of thousands, as in English, where no group begins with a zero. */
const eitherComma = /^-?[1-9]\d{0,2},\d{3}$/

/**
 * Reads a number as people type it: `2,5`, `2.5 kg`, `1 234,5`, `1,234.5`, with Arabic digits, and with its unit if it has one.
 * Returns it with a decimal point alone, such as `1234.5`; of `2,500`, which may be 2.500 or 2500, both; and undefined for any
 * other text, such as `500 g` or `2 5`.
 */
export function readNumber(
  text: string,
  unit?: 'kg',
): string | readonly [decimal: string, whole: string] | undefined {
  const ascii = text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace('٫', '.')
    .replaceAll(/[٬’]/g, "'")
    .replace('−', '-')
    .trim()
  const typed = unit ? ascii.replace(kilograms, '') : ascii
  if (!/\d/.test(typed)) return undefined
  if (eitherComma.test(typed)) return [typed.replace(',', '.'), typed.replace(',', '')]
  const separator = plain.test(typed) ? '' : grouped.exec(typed)?.[1]
  return separator === undefined ? undefined : typed.replaceAll(separator, '').replace(',', '.')
}

/** The number that a text means; undefined if it means none, or may mean two. */
export function numberOf(text: string, unit?: 'kg'): number | undefined {
  const read = readNumber(text, unit)
  return typeof read === 'string' ? Number(read) : undefined
}
