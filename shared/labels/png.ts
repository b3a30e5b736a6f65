import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { dotsPerMillimetre } from './codes.ts'
import { packageFile } from './package-file.ts'

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
