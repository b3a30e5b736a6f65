import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { packageFile } from './package-file.ts'

/** Thermal printers have 203 dots per inch, 8 per millimetre. */
const dotsPerMillimetre = 8

let ready: Promise<void> | undefined
/** Draws an SVG of this width (millimetres) as a PNG. */
export async function toPng(svg: string, width: number): Promise<Uint8Array> {
  await (ready ??= initWasm(packageFile('resvg')))
  const resvg = new Resvg(svg, {
    fitTo: { mode: 'width', value: width * dotsPerMillimetre },
    background: '#fff',
    font: { loadSystemFonts: false },
  })
  try {
    return resvg.render().asPng()
  } finally {
    resvg.free()
  }
}
