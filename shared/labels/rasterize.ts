import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { readAsset } from '../core/assets.ts'
import { dotsPerMillimetre } from './codes.ts'

export const resvgFile = 'node_modules/@resvg/resvg-wasm/index_bg.wasm'

let ready: Promise<void> | undefined
/** Draws an SVG of this width (millimetres) in the dots of thermal printers. */
export async function rasterize(
  svg: string,
  width: number,
): Promise<ReturnType<InstanceType<typeof Resvg>['render']>> {
  await (ready ??= initWasm(readAsset(resvgFile)))
  const resvg = new Resvg(svg, {
    fitTo: { mode: 'width', value: width * dotsPerMillimetre },
    background: '#fff',
    font: { loadSystemFonts: false },
  })
  try {
    return resvg.render()
  } finally {
    resvg.free()
  }
}
