/** A text in a cell, cut where its column ends; the whole of it is shown when it is pointed at. */
export const Cut = ({ text }: { text: string | null }) => (
  <bdi class="one-line" title={text ?? ''}>
    {text}
  </bdi>
)
