import type { ComponentChildren } from 'preact'

/** Whether a figure counts nothing: "0", "0 kg" or "—". */
const isZero = (figure: ComponentChildren) => typeof figure === 'string' && /^(0|—)(\s|$)/.test(figure)

/** Figures with what they count in one strip, and a remark where there is one. */
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
          <strong class={isZero(figure) ? 'number zero' : 'number'}>{figure}</strong>
          {remark && !isZero(remark) && <span class="hint">{remark}</span>}
        </dd>
      </div>
    ))}
  </dl>
)
