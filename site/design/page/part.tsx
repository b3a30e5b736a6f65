import type { ComponentChildren } from 'preact'

/** The anchor of a part. */
export const idOf = (title: string) => title.toLowerCase().replaceAll(' ', '-')

/** A part of the page, with its rule. */
export const Part = ({
  title,
  rule,
  children,
}: {
  title: string
  rule: string
  children: ComponentChildren
}) => (
  <section class="part" id={idOf(title)} aria-labelledby={`${idOf(title)}-title`}>
    <header>
      <h2 id={`${idOf(title)}-title`}>{title}</h2>
      <p class="lead">{rule}</p>
    </header>
    {children}
  </section>
)
