import type { Decoded, FrameToDecode } from '../camera/decode.ts'
import { nativeDecoder } from './native.ts'

declare const self: DedicatedWorkerGlobalScope

// The browser's own decoder, else one in WebAssembly, which is loaded only then.
const loadOwn = async () => (await import('./zxing.ts')).zxingDecoder
let decoder = (await nativeDecoder()) ?? (await loadOwn())

self.addEventListener('message', ({ data }: MessageEvent<FrameToDecode>) => {
  // An error that is reported reaches the page, which says that codes cannot be read.
  decode(data).catch(reportError)
})
answer({ isReady: true })

async function decode({ image, formats }: FrameToDecode): Promise<void> {
  try {
    answer({ codes: await decoder(image, formats) })
  } catch {
    // Android's decoder is part of services that may be missing or being updated.
    decoder = await loadOwn()
    answer({ codes: [] })
  } finally {
    image.close()
  }
}
function answer(message: Decoded): void {
  self.postMessage(message)
}
