import type FontEditor from 'fonteditor-core'
import type * as HarfBuzzModule from 'harfbuzzjs'
import type { Face, Font } from 'harfbuzzjs'
import { inflateSync } from 'node:zlib'
import { importAsset, readAsset } from '../core/assets.ts'
import { fontRuns } from '../domain/labels/glyphs.ts'
import { fontFile, harfbuzzFile } from './font-files.ts'

type HarfBuzz = typeof HarfBuzzModule

/** A glyph of a laid out text, in font units, with the pen's position relative to the beginning of the text. */
export interface Glyph {
  id: number
  x: number
  y: number
  /** Where its characters begin in the text, in UTF-16 code units. */
  cluster: number
}

/** A font file that is open. HarfBuzz lays it out, since fontkit places marks of Thai and Arabic wrongly. */
export class Typeface {
  /** TrueType. */
  readonly file: Uint8Array
  readonly unitsPerEm: number
  private readonly library: HarfBuzz
  private readonly face: Face
  private readonly font: Font

  constructor(library: HarfBuzz, file: Uint8Array) {
    this.file = file
    this.library = library
    this.face = new library.Face(new library.Blob(file))
    this.font = new library.Font(this.face)
    this.unitsPerEm = this.face.upem
  }

  /** The code points that it has glyphs for. */
  characters(): number[] {
    return [...this.face.collectUnicodes()]
  }

  /** The glyphs of a text of one direction, from left to right, and its width in font units. */
  layout(text: string, isRightToLeft: boolean): { glyphs: Glyph[]; width: number } {
    const { Buffer, Direction, shape } = this.library
    const buffer = new Buffer()
    buffer.addText(text)
    buffer.guessSegmentProperties()
    buffer.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR)
    shape(this.font, buffer)
    let width = 0
    const glyphs = buffer.getGlyphInfosAndPositions().map((one) => {
      const { codepoint: id, cluster, xAdvance = 0, xOffset = 0, yOffset = 0 } = one
      const glyph = { id, cluster, x: width + xOffset, y: yOffset }
      width += xAdvance
      return glyph
    })
    return { glyphs, width }
  }

  /** The outline of a glyph as the `d` of an SVG path, in font units, upwards. */
  outline(id: number): string {
    return this.font.glyphToPath(id)
  }
}

let library: Promise<HarfBuzz> | undefined
const opened = new Map<string, Typeface>()

/** Opens a font of `glyphsFile`, once. */
export async function openTypeface(font: string, isBold: boolean): Promise<Typeface> {
  const path = fontFile(font, isBold)
  const known = opened.get(path)
  if (known) return known
  const file = readAsset(path)
  const typeface = new Typeface(
    await (library ??= importAsset<HarfBuzz>(harfbuzzFile)),
    path.endsWith('.woff') ? await unpacked(file) : file,
  )
  opened.set(path, typeface)
  return typeface
}

/** What the package exports, which its types have as its default export only. */
type FontTools = (typeof FontEditor)['default']

/** A web font as TrueType. */
async function unpacked(file: Buffer): Promise<Uint8Array> {
  const { woff2ttf } = (await import('fonteditor-core')) as unknown as FontTools
  const { buffer, byteOffset, byteLength } = file
  const inflate = (deflated: number[]) => [...inflateSync(Uint8Array.from(deflated))]
  return new Uint8Array(woff2ttf(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer, { inflate }))
}

/** Opens the fonts that draw these texts, in both weights, so that `typefaceOf` finds them. */
export async function openTypefaces(texts: Iterable<string>): Promise<void> {
  const fonts = new Set([...texts].flatMap(fontRuns).map(({ font }) => font))
  await Promise.all([...fonts].flatMap((font) => [openTypeface(font, false), openTypeface(font, true)]))
}

/** A font that `openTypefaces` has opened. Throws if it has not. */
export function typefaceOf(font: string, isBold: boolean): Typeface {
  const typeface = opened.get(fontFile(font, isBold))
  if (!typeface) throw new Error(`The font ${font} is used before openTypefaces has opened it`)
  return typeface
}
