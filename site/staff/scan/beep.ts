let context: AudioContext | undefined

/** A short high sound, or a long low one if something is wrong. Silent where the browser has no sound. */
export function beep(isGood: boolean): void {
  try {
    context ??= new AudioContext()
    const tone = context.createOscillator()
    const volume = context.createGain()
    const seconds = isGood ? 0.08 : 0.4
    tone.frequency.value = isGood ? 1200 : 220
    volume.gain.value = 0.1
    tone.connect(volume).connect(context.destination)
    tone.start()
    tone.stop(context.currentTime + seconds)
  } catch {
    // Without sound, the colour remains.
  }
}
