import { useRef } from 'preact/hooks'
import { common } from '../messages/common.ts'

/** A signature as lines of an SVG path, in a box of this width and height. */
export interface Signature {
  width: number
  height: number
  path: string
}
const [width, height] = [600, 200]

/** A field to sign in with a finger or a mouse. */
export function SignaturePad({
  label,
  signed,
  onSign,
}: {
  label: string
  /** An earlier signature, on a pad like this one. */
  signed?: Signature | undefined
  onSign: (signature: Signature | undefined) => void
}) {
  const line = useRef<SVGPathElement>(null)
  const path = useRef(signed?.path ?? '')
  const isDrawing = useRef(false)
  const add = (command: 'M' | 'L', { clientX, clientY, currentTarget }: PointerEvent) => {
    const box = (currentTarget as Element).getBoundingClientRect()
    const at = (position: number, start: number, length: number, units: number) =>
      Math.round(Math.min(units, Math.max(0, ((position - start) / length) * units)))
    path.current += `${command}${at(clientX, box.left, box.width, width)} ${at(clientY, box.top, box.height, height)}`
    line.current?.setAttribute('d', path.current)
  }
  const end = () => {
    if (isDrawing.current) onSign({ width, height, path: path.current })
    isDrawing.current = false
  }
  const clear = () => {
    path.current = ''
    line.current?.setAttribute('d', '')
    onSign(undefined)
  }
  return (
    <div class="signature">
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${width} ${height}`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          isDrawing.current = true
          add('M', event)
        }}
        onPointerMove={(event) => isDrawing.current && add('L', event)}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <path ref={line} d={path.current} />
      </svg>
      <p class="row">
        <button type="button" class="plain" onClick={clear}>
          {common.clear}
        </button>
      </p>
    </div>
  )
}
