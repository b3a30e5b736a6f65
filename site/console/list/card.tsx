import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Cut } from './cut.tsx'

/** A row of a list on a phone. */
export interface CardOf {
  title: ComponentChildren
  /** At the end of the title's line. */
  status?: ComponentChildren
  /** Further facts, line by line; a part that is undefined or empty is left out. */
  lines: readonly (readonly ComponentChildren[])[]
  /** A button at the end. */
  action?: ComponentChildren
}

const phone = matchMedia('(max-width: 48rem)')
/** Whether the window is as narrow as a phone's, as in the style sheets. */
export const isPhone = signal(phone.matches)
phone.addEventListener('change', ({ matches }) => (isPhone.value = matches))

const isKnown = (part: ComponentChildren) =>
  part !== undefined && part !== null && part !== '' && part !== false

const Title = ({ title }: Pick<CardOf, 'title'>) =>
  typeof title === 'string' ? <Cut text={title} /> : <>{title}</>

/** The cell of a row on a phone; the title is the link to `address`. */
export const Card = ({
  card: { title, status, lines, action },
  address,
}: {
  card: CardOf
  address?: string
}) => (
  <td class="row-card">
    <div class="ends">
      {address === undefined ? (
        <Title title={title} />
      ) : (
        <a href={address} data-item>
          <Title title={title} />
        </a>
      )}
      {status}
    </div>
    {lines
      .map((parts) => parts.filter(isKnown))
      .filter((parts) => parts.length > 0)
      .map((parts, n) => (
        <p key={n} class="parts">
          {parts.map((part, k) => (
            <bdi key={k}>{part}</bdi>
          ))}
        </p>
      ))}
    {action}
  </td>
)
