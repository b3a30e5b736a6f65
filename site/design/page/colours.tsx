import { contrast, hexOf, scheme } from './contrast.ts'

interface Swatch {
  token: string
  use: string
  /** What it is seen on; the contrast is measured against each. */
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
    { token: 'accent-ground', use: 'What is chosen' },
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
