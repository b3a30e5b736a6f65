import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm'
import { placeOf, type Format } from '../camera/codes.ts'
import type { Decoder } from './native.ts'

await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true })

const names = { qr_code: 'QRCode', code_128: 'Code128', itf: 'ITF' } as const satisfies Record<Format, string>
/** Pixels of the longer side of an image: finer images do not decode better. */
const maxSide = 960
const canvas = new OffscreenCanvas(1, 1)
const context = canvas.getContext('2d', { willReadFrequently: true, alpha: false })

/** Decodes with ZXing (zxing-cpp). */
export const zxingDecoder: Decoder = async (image, formats) => {
  if (!context) return []
  const scale = Math.min(1, maxSide / Math.max(image.width, image.height))
  canvas.width = Math.round(image.width * scale)
  canvas.height = Math.round(image.height * scale)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height)
  const codes = await readBarcodes(pixels, {
    formats: formats.map((format) => names[format]),
    tryInvert: false,
    maxNumberOfSymbols: 8,
  })
  return codes.flatMap(({ text, format, position }) => {
    const own = formats.find((one) => names[one] === format)
    const { topLeft, topRight, bottomRight, bottomLeft } = position
    const place = placeOf([topLeft, topRight, bottomRight, bottomLeft], pixels)
    return own ? [{ text, format: own, ...place }] : []
  })
}
