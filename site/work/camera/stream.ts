/** The members that phones add to MediaStreamTrack (W3C Image Capture), which the types lack. */
interface Capabilities extends MediaTrackCapabilities {
  torch?: boolean
  focusMode?: readonly string[]
}
interface Constraints extends MediaTrackConstraintSet {
  torch?: boolean
  focusMode?: string
}

const storageKey = 'camera-id'

/**
 * Opens the camera that was chosen last, else one at the back. Throws a DOMException: NotAllowedError if the user or the
 * browser refuses it, others if no camera can be opened.
 */
export async function openCamera(): Promise<MediaStreamTrack> {
  // Undefined in pages that are not loaded by https, whatever the types say.
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (!devices) throw new DOMException('No media devices', 'NotFoundError')
  const chosen = localStorage.getItem(storageKey)
  const stream = await devices.getUserMedia({
    video: {
      ...(chosen ? { deviceId: chosen } : { facingMode: 'environment' }),
      width: { ideal: 1280 },
      height: { ideal: 720 },
    },
  })
  const [track] = stream.getVideoTracks()
  if (!track) throw new DOMException('No track', 'NotFoundError')
  if (capabilitiesOf(track).focusMode?.includes('continuous'))
    await apply(track, { focusMode: 'continuous' }).catch(() => undefined)
  return track
}

// Firefox has no capabilities.
const capabilitiesOf = (track: MediaStreamTrack): Capabilities =>
  'getCapabilities' in track ? track.getCapabilities() : {}
const apply = (track: MediaStreamTrack, constraints: Constraints) =>
  track.applyConstraints({ advanced: [constraints] })

export const hasLight = (track: MediaStreamTrack) => capabilitiesOf(track).torch === true
export const light = (track: MediaStreamTrack, isOn: boolean) => apply(track, { torch: isOn })

/** The ids of the cameras, once one has been permitted. */
export const cameraIds = async () =>
  (await navigator.mediaDevices.enumerateDevices())
    .filter(({ kind }) => kind === 'videoinput')
    .map(({ deviceId }) => deviceId)

/** Has the next camera be opened from now on. */
export function chooseNext(ids: readonly string[], track: MediaStreamTrack): void {
  const at = ids.indexOf(track.getSettings().deviceId ?? '')
  const next = ids[(at + 1) % ids.length]
  if (next) localStorage.setItem(storageKey, next)
}
