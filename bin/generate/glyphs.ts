import { readdirSync, writeFileSync } from 'node:fs'
import { firstFont, glyphsFile } from '../../shared/domain/labels/glyphs.ts'
import { openTypeface } from '../../shared/labels/typeface.ts'

const root = new URL('../../', import.meta.url)
/** The packages of fonts, in the order in which a character is searched for. Scripts of the first are Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew, Arabic and Lao. */
const packages = [
  'devanagari',
  'bengali',
  'gurmukhi',
  'gujarati',
  'tamil',
  'telugu',
  'kannada',
  'malayalam',
  'sinhala',
  'thai',
  'khmer',
  'myanmar',
  'ethiopic',
  'sc',
  'kr',
].map((name) => `noto-sans-${name}`)

/** The slices of a package: of its own script, or of its numbered parts. The others have scripts of the first font. */
const slicesOf = (name: string) =>
  readdirSync(new URL(`node_modules/@fontsource/${name}/files`, root))
    .flatMap(
      (file) =>
        new RegExp(`^(${name}-(?:\\d+|${name.replace('noto-sans-', '')}))-400-normal\\.woff$`).exec(
          file,
        )?.[1] ?? [],
    )
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((slice) => `${name}/${slice}`)

async function charactersOf(font: string): Promise<number[]> {
  const [regular, bold] = await Promise.all([openTypeface(font, false), openTypeface(font, true)])
  const inBold = new Set(bold.characters())
  return regular.characters().filter((code) => inBold.has(code))
}

/** The text of the file: what both weights of each font have, and no font before it. */
export async function glyphsText(): Promise<string> {
  const seen = new Set<number>()
  let text = ''
  for (const font of [firstFont, ...packages.flatMap(slicesOf)]) {
    const codes = (await charactersOf(font))
      .filter((code) => code >= 0x20 && !seen.has(code))
      .sort((a, b) => a - b)
    for (const code of codes) seen.add(code)
    if (codes.length > 0) text += `${font} ${rangesOf(codes).join(' ')}\n`
  }
  return text
}

function rangesOf(codes: readonly number[]): string[] {
  const ranges: { from: number; to: number }[] = []
  for (const code of codes) {
    const last = ranges.at(-1)
    if (last?.to === code - 1) last.to = code
    else ranges.push({ from: code, to: code })
  }
  const hex = (code: number) => code.toString(16)
  return ranges.map(({ from, to }) => (from === to ? hex(from) : `${hex(from)}-${hex(to)}`))
}

if (import.meta.main) writeFileSync(new URL(glyphsFile, root), await glyphsText())
