/** The formats that labels have, by their names in the W3C's Shape Detection API. ITF is on the tags of airlines. */
export const formats = ['qr_code', 'code_128', 'itf'] as const
export type Format = (typeof formats)[number]

/** A code that was read. */
export interface Code {
  text: string
  format: Format
}
/** A code in a frame: its centre from the centre of the aim, and its longest side, in pixels of the frame. */
export interface CodeInFrame extends Code {
  x: number
  y: number
  side: number
}

interface Point {
  x: number
  y: number
}
/** The place of a code with these corners, in order, in an image of this size. */
export function placeOf(corners: readonly Point[], image: { width: number; height: number }) {
  const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length
  const sides = corners.map(({ x, y }, n) => {
    const next = corners[(n + 1) % corners.length] ?? { x, y }
    return Math.hypot(next.x - x, next.y - y)
  })
  return {
    x: mean(corners.map(({ x }) => x)) - image.width / 2,
    y: mean(corners.map(({ y }) => y)) - image.height / 2,
    side: Math.max(...sides),
  }
}
