import { signal } from '@preact/signals'

interface Swatch {
  token: string
  use: string
  /** The grounds that it is seen on; the contrast is measured against each. */
  on?: readonly string[]
  /** The contrast that it needs: 4.5 for text, 3 for the borders of controls (WCAG 2.2 AA). */
  needs?: number
}
const grounds = ['card', 'ground']
const tones = {
  waiting: 'Nothing to do yet',
  moving: 'On its way',
  needs: 'Needs a person',
  done: 'Done',
  wrong: 'Wrong',
}
const groups: Record<string, readonly Swatch[]> = {
  Surfaces: [
    { token: 'ground', use: 'The page' },
    { token: 'card', use: 'Cards, panels, fields' },
    { token: 'sunken', use: 'Columns, hovered rows' },
  ],
  'Text and lines': [
    { token: 'ink', use: 'Text', on: grounds, needs: 4.5 },
    { token: 'soft', use: 'Hints and titles of columns', on: grounds, needs: 4.5 },
    { token: 'control', use: 'Borders of fields', on: grounds, needs: 3 },
    { token: 'line', use: 'Lines that only divide' },
  ],
  Accent: [
    { token: 'accent', use: 'Links, the primary button', on: ['card', 'accent-ground'], needs: 4.5 },
    { token: 'accent-hover', use: 'The same, pointed at', on: ['card'], needs: 4.5 },
    { token: 'accent-ground', use: 'The chosen item' },
    { token: 'on-accent', use: 'Text on the accent', on: ['accent', 'accent-hover'], needs: 4.5 },
  ],
  Statuses: Object.entries(tones).map(([tone, use]) => ({
    token: tone,
    use,
    needs: 4.5,
    on: [`${tone}-ground`, 'card'],
  })),
}

/** The colours by purpose, with their values and the contrasts that they have. */
export const Colours = () => (
  <>
    <p class="hint">{`Measured on this page, in the ${scheme.value} scheme.`}</p>
    {Object.entries(groups).map(([title, swatches]) => (
      <section key={title} class="stack">
        <h3>{title}</h3>
        <ul class="swatches">
          {swatches.map((swatch) => (
            <Colour key={swatch.token} {...swatch} />
          ))}
        </ul>
      </section>
    ))}
  </>
)

const Colour = ({ token, use, on = [], needs = 0 }: Swatch) => (
  <li>
    <span
      class="swatch"
      style={{
        background: `var(--${token in tones ? `${token}-ground` : token === 'on-accent' ? 'accent' : token})`,
        color: `var(--${token})`,
      }}
    >
      {on.length > 0 && 'Aa'}
      {token in tones && <span style={{ background: `var(--${token})` }} />}
    </span>
    <span class="about">
      <code>--{token}</code>
      <span>{use}</span>
      <code>{hexOf(token)}</code>
      {on.map((ground) => {
        const ratio = contrast(token, ground)
        return (
          <span key={ground} class={ratio >= needs ? 'ratio done' : 'ratio wrong'}>
            {`${ratio.toFixed(1)}:1 on ${ground}`}
          </span>
        )
      })}
    </span>
  </li>
)

/** Changes with the colour scheme, so that contrasts are measured again. */
const scheme = signal(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
  scheme.value = matches ? 'dark' : 'light'
})

/** The value of a token now, as six hexadecimal digits: "#15201e". */
function hexOf(token: string): string {
  const value = getComputedStyle(document.documentElement).getPropertyValue(`--${token}`).trim()
  return value.length === '#fff'.length ? value.replace(/[\da-f]/gi, '$&$&') : value
}

/** The contrast ratio of two tokens, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
function contrast(text: string, ground: string): number {
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
