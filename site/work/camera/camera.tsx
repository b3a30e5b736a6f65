/** The camera, which reports the codes that it sees. */
export const Camera = ({ onCode }: { onCode: (text: string) => void }) => (
  <div class="camera" onDblClick={() => onCode('')} />
)
