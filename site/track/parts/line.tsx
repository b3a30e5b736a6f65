import type { Check } from 'lucide-preact'

interface LineProps {
  Icon: typeof Check
  /** The kind of text, for screen readers: the icon shows it. */
  term: string
  text: string
  href?: string
}

/** A line with an icon, such as a phone number; nothing without a text. */
export function Line({ Icon, term, text, href }: LineProps) {
  if (text === '') return null
  const shown = <bdi>{text}</bdi>
  return (
    <li>
      <Icon size="1.25em" />
      <span>
        <span class="visually-hidden">{term}: </span>
        {href === undefined ? (
          shown
        ) : (
          <a href={href} rel="noreferrer" target={href.startsWith('http') ? '_blank' : undefined}>
            {shown}
          </a>
        )}
      </span>
    </li>
  )
}
