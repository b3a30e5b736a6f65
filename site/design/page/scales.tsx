import { Tag, type Tone } from '../tag.tsx'
import { Part } from './part.tsx'

const sizes = {
  xs: 'Remarks of cards',
  s: 'Tables, hints',
  m: 'Text and controls',
  l: 'Titles of parts',
  xl: 'The title of a page',
}
const weights = { 400: 'Text', 500: 'Buttons', 600: 'Labels, names', 700: 'Titles' }
const spaces = [1, 2, 3, 4, 5, 6, 7]
const radii = { s: 'Controls', m: 'Rows, tiles', l: 'Cards, dialogs' }
const tones: Record<Tone, string> = {
  waiting: 'Nothing to do yet',
  moving: 'On its way',
  needs: 'Needs a person',
  done: 'Done',
  wrong: 'Wrong',
}
const examples: Record<Tone, readonly string[]> = {
  waiting: ['Received', 'In the warehouse', 'Scheduled'],
  moving: ['In transit', 'Checked in', 'Departed'],
  needs: ['Ready for pickup', 'Boarding', 'Unpaid'],
  done: ['Delivered', 'Arrived', 'Paid'],
  wrong: ['Lost', 'Returned', 'Cancelled'],
}

/** Sizes, distances and statuses. */
export const Scales = () => (
  <>
    <Part
      title="Type"
      rule="Inter for Latin and Cyrillic, the system’s typeface for other scripts. Codes are in a fixed width, left to right, on one line."
    >
      <ul class="scale">
        {Object.entries(sizes).map(([size, use]) => (
          <li key={size}>
            <span>
              <code>--text-{size}</code>
              <br />
              <span class="hint">{use}</span>
            </span>
            <span style={{ fontSize: `var(--text-${size})` }}>Moscow → Tbilisi · Москва · თბილისი · موسكو</span>
          </li>
        ))}
        {Object.entries(weights).map(([weight, use]) => (
          <li key={weight}>
            <span>
              <code>{weight}</code>
              <br />
              <span class="hint">{use}</span>
            </span>
            <span style={{ fontWeight: weight }}>Ready for pickup at Rustaveli 12</span>
          </li>
        ))}
        <li>
          <code>--mono</code>
          <span class="code">TRK-7HQ3M2K9XW4BC</span>
        </li>
      </ul>
    </Part>
    <Part
      title="Space and shape"
      rule="Seven distances, three radii. A larger thing has a larger distance and radius."
    >
      <ul class="scale">
        {spaces.map((space) => (
          <li key={space}>
            <code>--space-{space}</code>
            <span class="bar" style={{ width: `calc(var(--space-${space}) * 4)` }} />
          </li>
        ))}
        {Object.entries(radii).map(([radius, use]) => (
          <li key={radius}>
            <span>
              <code>--radius-{radius}</code>
              <br />
              <span class="hint">{use}</span>
            </span>
            <span class="corner" style={{ borderRadius: `var(--radius-${radius})` }} />
          </li>
        ))}
      </ul>
    </Part>
    <Part
      title="Status"
      rule="A status has a colour, an icon and a word by its meaning, so that none is recognised by colour alone."
    >
      <ul class="scale">
        {Object.entries(tones).map(([tone, text]) => (
          <li key={tone}>
            <span>{text}</span>
            <span class="row">
              {examples[tone as Tone].map((example) => (
                <Tag key={example} tone={tone as Tone}>
                  {example}
                </Tag>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  </>
)
