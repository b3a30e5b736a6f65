import * as z from 'zod'
import { lazySchema } from '../../core/lazy-schema.ts'

/** The maximum size of the pad in pixels, and of the path in characters: some 2,000 points. */
const maxSide = 4096
const maxPath = 20_000
/** Strokes as SVG path data (SVG 2 §9.3): absolute moves and lines between whole pixels. */
const strokes = /^(?:M\d{1,4} \d{1,4}(?:L\d{1,4} \d{1,4})+)+$/

/** A signature as it was drawn: `path` on a pad of `width` by `height` pixels. */
export const Signature = lazySchema(() =>
  z
    .object({
      width: z
        .int()
        .min(1)
        .max(maxSide)
        .meta({ description: 'The width of the pad, in pixels', examples: [300] }),
      height: z
        .int()
        .min(1)
        .max(maxSide)
        .meta({ description: 'The height of the pad, in pixels', examples: [120] }),
      path: z
        .string()
        .max(maxPath)
        .regex(strokes, 'Strokes as `M10 20L30 40`: absolute moves and lines between whole pixels')
        .meta({
          description: 'The strokes as SVG path data: absolute moves and lines between whole pixels',
          examples: ['M20 80L60 30L95 85L140 40M160 60L250 58'],
        }),
    })
    .meta({ id: 'Signature' }),
)
export type Signature = z.output<typeof Signature>
