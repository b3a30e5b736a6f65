import { useSignal } from '@preact/signals'
import { Flashlight, SwitchCamera } from 'lucide-preact'
import { useEffect, useRef } from 'preact/hooks'
import { common } from '../../staff/messages/common.ts'
import { chooser } from './choose.ts'
import { formats as allFormats, type Code, type Format } from './codes.ts'
import { aim, decodeFrames } from './decode.ts'
import { cameraIds, chooseNext, hasLight, light, openCamera } from './stream.ts'
import { messages } from './messages.ts'

interface CameraProps {
  /** Takes each code that counts as scanned (choose.ts). */
  onCode: (code: Code) => void
  /** The formats to look for. */
  formats?: readonly Format[]
  /** Called with whether there is no camera, or none that may be used. */
  onProblem?: (hasProblem: boolean) => void
}

/** The camera while the page is visible, with the frame to aim with; codes in it are reported. */
export function Camera({ onCode, formats = allFormats, onProblem }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null)
  const report = useRef(onCode)
  report.current = onCode
  const isAmbiguous = useSignal(false)
  /** Width by height. One that is wider than high, as that of a computer, is shown whole: nothing at its sides may be lost. */
  const ratio = useSignal(0)
  const isUnreadable = useSignal(false)
  const { track, ids, problem, restart } = useTrack(video)

  useEffect(() => onProblem?.(problem !== undefined), [problem])
  useEffect(() => {
    if (!video.current) return
    const choose = chooser()
    return decodeFrames(video.current, formats, {
      onCodes: (codes, at) => {
        const choice = choose(codes, at)
        isAmbiguous.value = choice.isAmbiguous
        if (choice.code) report.current(choice.code)
      },
      onFailure: () => (isUnreadable.value = true),
    })
  }, [formats.join()])

  const measure = ({ currentTarget: { videoWidth, videoHeight } }: { currentTarget: HTMLVideoElement }) =>
    (ratio.value = videoWidth / videoHeight)
  const text = problem ? messages[problem] : isUnreadable.value ? messages.unreadable : undefined
  return (
    <div class={ratio.value > 1 ? 'camera wide' : 'camera'} style={{ '--ratio': ratio.value }}>
      <div class="view">
        <video ref={video} playsInline muted aria-hidden="true" onLoadedMetadata={measure} onResize={measure} />
        {!text && <div class="aim" style={{ inset: `${50 * (1 - aim)}%` }} />}
      </div>
      {text && (
        <div class="camera-problem" role="alert">
          <p>{text}</p>
          {problem && (
            <button type="button" onClick={restart}>
              {common.tryAgain}
            </button>
          )}
        </div>
      )}
      <p class="camera-hint" role="status">
        {isAmbiguous.value && messages.one}
      </p>
      {track && <Controls key={track.id} track={track} ids={ids} onSwitch={restart} />}
    </div>
  )
}

/** The controls of a camera: its light, and the next camera. */
function Controls(props: { track: MediaStreamTrack; ids: readonly string[]; onSwitch: () => void }) {
  const { track, ids, onSwitch } = props
  const isLit = useSignal(false)
  const switchLight = () => {
    const isOn = !isLit.value
    light(track, isOn).then(
      () => (isLit.value = isOn),
      () => undefined,
    )
  }
  const next = () => {
    chooseNext(ids, track)
    onSwitch()
  }
  return (
    <p class="camera-controls">
      {hasLight(track) && (
        <button type="button" aria-label={messages.light} aria-pressed={isLit.value} onClick={switchLight}>
          <Flashlight size={24} aria-hidden="true" />
        </button>
      )}
      {ids.length > 1 && (
        <button type="button" aria-label={messages.other} onClick={next}>
          <SwitchCamera size={24} aria-hidden="true" />
        </button>
      )}
    </p>
  )
}

/** Shows a camera in the video while the page is visible. */
function useTrack(video: { current: HTMLVideoElement | null }) {
  const track = useSignal<MediaStreamTrack | undefined>(undefined)
  const ids = useSignal<readonly string[]>([])
  const problem = useSignal<'refused' | 'missing' | undefined>(undefined)
  /** Counts openings: a camera that is opened after the page was hidden or left is stopped. */
  const opening = useRef(0)

  function stop(): void {
    opening.current++
    track.value?.stop()
    track.value = undefined
  }
  async function start(): Promise<void> {
    stop()
    const own = opening.current
    const isCurrent = () => own === opening.current
    problem.value = undefined
    try {
      const opened = await openCamera()
      if (!isCurrent() || !video.current) {
        opened.stop()
        return
      }
      // The camera was unplugged, or the system took it.
      opened.addEventListener('ended', () => isCurrent() && (problem.value = 'missing'))
      track.value = opened
      video.current.srcObject = new MediaStream([opened])
      ids.value = await cameraIds()
      await video.current.play()
    } catch (error) {
      // A video that is stopped meanwhile does not play.
      if (!isCurrent() || track.value) return
      problem.value = error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'missing'
    }
  }
  useEffect(() => {
    const follow = () => (document.hidden ? stop() : void start())
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      stop()
    }
  }, [])
  return { track: track.value, ids: ids.value, problem: problem.value, restart: () => void start() }
}
