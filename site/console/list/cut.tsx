/** A text on one line in its own direction, cut where there is no more room; the whole of it is shown when it is pointed at. */
export const Cut = ({ text }: { text: string | null }) => (
  <bdi class="one-line" title={text ?? ''}>
    {text}
  </bdi>
)
