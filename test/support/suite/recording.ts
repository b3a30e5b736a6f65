/** What the current test has done so far, such as the requests of its pages: printed when it fails. */
const lines: string[] = []
const maxLines = 300

/** Adds a line. The oldest are dropped. */
export function record(line: string): void {
  lines.push(`${new Date().toISOString().slice(11, 23)} ${line}`)
  if (lines.length > maxLines) lines.shift()
}
/** The lines of the current test. The next one starts without. */
export const takeRecording = () => lines.splice(0)
