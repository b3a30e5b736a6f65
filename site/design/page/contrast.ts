import { signal } from '@preact/signals'

/** Changes with the colour scheme, so that what is measured is measured again. */
export const scheme = signal(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
  scheme.value = matches ? 'dark' : 'light'
})

/** The value of a token now, as six hexadecimal digits: "#15201e". */
export function hexOf(token: string): string {
  const value = getComputedStyle(document.documentElement).getPropertyValue(`--${token}`).trim()
  return value.length === '#fff'.length ? value.replace(/[\da-f]/gi, '$&$&') : value
}

/** The contrast ratio of two tokens, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(text: string, ground: string): number {
  const [light = 0, dark = 0] = [luminance(hexOf(text)), luminance(hexOf(ground))].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}
/** The relative luminance of a colour, from 0 to 1. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
