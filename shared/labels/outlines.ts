import { layOut, type Row } from './runs.ts'

/** A picture of this size in millimetres, on white. */
export const svg = (width: number, height: number, shapes: readonly string[]): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...shapes,
    '</svg>',
  ].join('\n')

/** A row's glyphs as shapes of an SVG, in font units and flipped, since fonts measure from the bottom. */
export const outlines = (row: Row): string =>
  layOut(row)
    .map(({ typeface, glyphs, x }) => {
      const scale = row.size / typeface.unitsPerEm
      const paths = glyphs.map((glyph) => {
        const path = typeface.outline(glyph.id)
        return path && `<path transform="translate(${glyph.x} ${glyph.y})" d="${path}"/>`
      })
      return `<g transform="translate(${x} ${row.y}) scale(${scale} ${-scale})">${paths.join('')}</g>`
    })
    .join('')
