import type { Page } from 'playwright-core'

/** The Russian layout: what each key of a US keyboard types. Digits and the hyphen are the same. */
const russian = new Map(
  Array.from("qwertyuiop[]asdfghjkl;'zxcvbnm,.", (key, n) => [
    key,
    'йцукенгшщзхъфывапролджэячсмитьбю'.charAt(n),
  ]),
)
/** Characters that need Shift on a US keyboard, with the key's other character. */
const shifted: Record<string, string> = { '{': '[', '}': ']', '"': "'", ':': ';', _: '-' }
const codes: Record<string, string> = {
  '[': 'BracketLeft',
  ']': 'BracketRight',
  "'": 'Quote',
  ';': 'Semicolon',
  '-': 'Minus',
  ',': 'Comma',
  '.': 'Period',
  ' ': 'Space',
}
/** Bit of the Shift key in the Chrome DevTools Protocol. */
const shift = 8

/** A key press as Chromium gets it from the keyboard. */
function keyOf(character: string) {
  const isUpper = /[A-Z]/.test(character)
  const base = shifted[character] ?? character.toLowerCase()
  const code = /[a-z]/.test(base)
    ? `Key${base.toUpperCase()}`
    : /\d/.test(base)
      ? `Digit${base}`
      : (codes[base] ?? base)
  const needsShift = isUpper || character in shifted
  const typed = russian.get(base) ?? character
  const text = needsShift ? typed.toUpperCase() : typed
  return { code, key: text, text, modifiers: needsShift ? shift : 0 }
}

/**
 * A scanner that is connected as a keyboard, on a computer with a Russian layout. `scan` types a text and Enter. `pause`
 * is the time between two keys in seconds; the keys have it in their time stamps, so that it does not depend on how fast
 * this process is.
 */
export async function scanner(page: Page, pause = 0.005) {
  const session = await page.context().newCDPSession(page)
  let time = Date.now() / 1000
  const press = (key: ReturnType<typeof keyOf> & { windowsVirtualKeyCode?: number }) =>
    Promise.all([
      session.send('Input.dispatchKeyEvent', { type: 'keyDown', timestamp: (time += pause), ...key }),
      session.send('Input.dispatchKeyEvent', { type: 'keyUp', timestamp: time, ...key, text: '' }),
    ])
  return async (...texts: readonly string[]) => {
    const pressed = texts.flatMap((text) => [
      ...Array.from(text, (character) => press(keyOf(character))),
      press({ code: 'Enter', key: 'Enter', text: '\r', modifiers: 0, windowsVirtualKeyCode: 13 }),
    ])
    await Promise.all(pressed)
  }
}
