import { workerUrl } from '../app/update.ts'
import type { CodeInFrame, Format } from './codes.ts'

/** The part of the picture that is decoded, which the page frames. */
export const aim = 0.8

/** The message to the decoder: the part of a frame that is aimed at. */
export interface FrameToDecode {
  image: ImageBitmap
  formats: readonly Format[]
}
/** The message of the decoder: it is ready, or the codes of a frame. */
export type Decoded = { isReady: true } | { codes: readonly CodeInFrame[] }

interface Handlers {
  /** Takes the codes of a frame and the time at which it was shown. */
  onCodes: (codes: readonly CodeInFrame[], at: number) => void
  /** The worker could not be loaded. */
  onFailure: () => void
}

/**
 * Decodes the frames of a video in a worker, one at a time: a frame that is shown meanwhile is left out. Returns a
 * function that ends it.
 */
export function decodeFrames(
  video: HTMLVideoElement,
  formats: readonly Format[],
  { onCodes, onFailure }: Handlers,
) {
  const { href } = document.querySelector<HTMLLinkElement>('link[rel=decoder]') ?? { href: '' }
  const worker = new Worker(workerUrl(href), { type: 'module' })
  let isBusy = true
  let shownAt = 0
  let request = 0

  async function decode(): Promise<void> {
    const { x, y, width, height } = aimOf(video)
    if (width < 1 || height < 1) return
    isBusy = true
    try {
      const image = await createImageBitmap(video, x, y, width, height)
      worker.postMessage({ image, formats } satisfies FrameToDecode, [image])
    } catch {
      // The camera stopped meanwhile.
      isBusy = false
    }
  }
  const onFrame: VideoFrameRequestCallback = (now) => {
    request = video.requestVideoFrameCallback(onFrame)
    if (isBusy) return
    shownAt = now
    void decode()
  }
  worker.addEventListener('error', onFailure)
  worker.addEventListener('message', ({ data }: MessageEvent<Decoded>) => {
    isBusy = false
    if ('codes' in data) onCodes(data.codes, shownAt)
  })
  request = video.requestVideoFrameCallback(onFrame)
  return () => {
    video.cancelVideoFrameCallback(request)
    worker.terminate()
  }
}

/** The aim in pixels of the video, which covers its element (object-fit: cover). */
function aimOf({ videoWidth, videoHeight, clientWidth, clientHeight }: HTMLVideoElement) {
  const scale = Math.max(clientWidth / videoWidth, clientHeight / videoHeight)
  const [width, height] = [clientWidth, clientHeight].map((side) => Math.floor((side / scale) * aim))
  const [w, h] = [width ?? 0, height ?? 0]
  return { x: Math.floor((videoWidth - w) / 2), y: Math.floor((videoHeight - h) / 2), width: w, height: h }
}
