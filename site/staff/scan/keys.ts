/** The characters of the keys that labels need, on a US keyboard, as which scanners type: without and with Shift. */
const punctuation: Record<string, string> = {
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  Semicolon: ';:',
  Quote: `'"`,
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
  Space: '  ',
  Backquote: '`~',
  NumpadSubtract: '--',
  NumpadAdd: '++',
  NumpadDivide: '//',
  NumpadDecimal: '..',
}
const shiftedDigits = ')!@#$%^&*('

/**
 * The character of a key. Where the layout has no Latin letters, by its position (UI Events KeyboardEvent code), so that a
 * Cyrillic or Arabic layout does no harm: a scanner sends positions, and the layout turns them into letters. Undefined for
 * other keys.
 */
export function characterOf({
  key,
  code,
  shiftKey,
}: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string | undefined {
  if (/^[ -~]$/.test(key)) return key
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? []
  if (letter) return shiftKey ? letter : letter.toLowerCase()
  const [, digit] = /^(?:Digit|Numpad)(\d)$/.exec(code) ?? []
  if (digit) return shiftKey && code.startsWith('Digit') ? shiftedDigits[Number(digit)] : digit
  return punctuation[code]?.[shiftKey ? 1 : 0]
}
