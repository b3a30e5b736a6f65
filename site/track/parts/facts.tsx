import type { ComponentChildren } from 'preact'
import type { Tracking } from '../api/answer.ts'
import { formatPackages } from '../choose-language.ts'
import { locale } from '../state.ts'

/** The route, and what is sent. */
export function Facts({ tracking: { origin, destination, packages_count } }: { tracking: Tracking }) {
  const { words } = locale.value
  const place = (name: string) => (name === '' ? words.notYetKnown : <bdi>{name}</bdi>)
  return (
    <dl class="facts">
      <Fact term={words.from} kind="from">
        {place(origin)}
      </Fact>
      <Fact term={words.to}>{place(destination)}</Fact>
      <Fact term={words.contents}>{formatPackages(locale.value, packages_count)}</Fact>
    </dl>
  )
}

const Fact = ({ term, kind, children }: { term: string; kind?: string; children: ComponentChildren }) => (
  <div class={kind}>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)
