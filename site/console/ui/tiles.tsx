import type { ComponentChildren } from 'preact'

/** Figures with what they count, and a remark below where there is one. */
export const Tiles = ({
  tiles,
}: {
  tiles: readonly (readonly [title: string, figure: ComponentChildren, remark?: string | undefined])[]
}) => (
  <dl class="tiles">
    {tiles.map(([title, figure, remark]) => (
      <div key={title}>
        <dt>{title}</dt>
        <dd>
          <strong class="number">{figure}</strong>
          {remark && <span class="hint">{remark}</span>}
        </dd>
      </div>
    ))}
  </dl>
)
