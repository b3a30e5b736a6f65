import { formats, placeOf, type CodeInFrame, type Format } from '../camera/codes.ts'

/** Reads the codes of an image. */
export type Decoder = (image: ImageBitmap, formats: readonly Format[]) => Promise<CodeInFrame[]>

/** W3C Shape Detection API, which the types lack. */
interface BarcodeDetector {
  detect: (image: ImageBitmap) => Promise<readonly DetectedBarcode[]>
}
interface DetectedBarcode {
  rawValue: string
  format: string
  cornerPoints: readonly { x: number; y: number }[]
}
interface BarcodeDetectorConstructor {
  new (options: { formats: readonly Format[] }): BarcodeDetector
  getSupportedFormats: () => Promise<readonly string[]>
}

/** The browser's decoder; undefined without one for all formats. */
export async function nativeDecoder(): Promise<Decoder | undefined> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: BarcodeDetectorConstructor }
  const supported = await BarcodeDetector?.getSupportedFormats().catch(() => undefined)
  if (!BarcodeDetector || !formats.every((format) => supported?.includes(format))) return undefined
  const detectors = new Map<string, BarcodeDetector>()
  return async (image, wanted) => {
    const key = wanted.join()
    const detector = detectors.get(key) ?? new BarcodeDetector({ formats: wanted })
    detectors.set(key, detector)
    return (await detector.detect(image)).flatMap(({ rawValue: text, format, cornerPoints }) =>
      isFormat(format) ? [{ text, format, ...placeOf(cornerPoints, image) }] : [],
    )
  }
}
const isFormat = (name: string): name is Format => formats.some((format) => format === name)
