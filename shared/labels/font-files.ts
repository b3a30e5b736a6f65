import { importer } from '../core/assets.ts'
import { firstFont, readGlyphs, glyphsFile } from '../domain/labels/glyphs.ts'

/** The file of a font of `glyphsFile`, in one of two weights. */
export function fontFile(font: string, isBold: boolean): string {
  if (font === firstFont) return `node_modules/dejavu-fonts-ttf/ttf/DejaVuSans${isBold ? '-Bold' : ''}.ttf`
  const [family, slice] = font.split('/')
  return `node_modules/@fontsource/${family}/files/${slice}-${isBold ? 700 : 400}-normal.woff`
}

/** HarfBuzz's module. */
export const harfbuzzFile = 'node_modules/harfbuzzjs/dist/index.mjs'

/** The assets that a function needs which prints documents. */
export const fontAssets = (): string[] => [
  glyphsFile,
  ...readGlyphs().names.flatMap((font) => [fontFile(font, false), fontFile(font, true)]),
  importer,
  'node_modules/harfbuzzjs/package.json',
  ...['index.mjs', 'harfbuzz.js', 'harfbuzz.wasm'].map((name) => `node_modules/harfbuzzjs/dist/${name}`),
]
