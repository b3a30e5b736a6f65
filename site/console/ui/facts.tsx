import type { ComponentChildren } from 'preact'

/** The facts of a record: titles and values; a value that is undefined or empty is left out. */
export const Facts = ({
  facts,
}: {
  facts: readonly (readonly [title: string, value: ComponentChildren])[]
}) => (
  <dl class="facts">
    {facts
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([title, value]) => (
        <Fact key={title} title={title} value={value} />
      ))}
  </dl>
)

/** A title and its value in a list of facts. */
export const Fact = ({ title, value }: { title: string; value: ComponentChildren }) => (
  <div>
    <dt>{title}</dt>
    <dd>
      <bdi>{value}</bdi>
    </dd>
  </div>
)
