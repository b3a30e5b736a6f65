import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const file = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))
prepareZXingModule({ overrides: { wasmBinary: readFileSync(file).buffer } })

/** The codes in an image, as a scanner decodes them: their text by kind, and the edges of each in pixels. */
export async function readCodes(image: Buffer) {
  const codes = await readBarcodes(image, { formats: ['QRCode', 'Code128'], tryHarder: true })
  return codes.map(({ format, text, position }) => {
    const corners = [position.topLeft, position.topRight, position.bottomRight, position.bottomLeft]
    const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
    return {
      format,
      text,
      left: Math.min(...xs),
      right: Math.max(...xs),
      top: Math.min(...ys),
      bottom: Math.max(...ys),
    }
  })
}
