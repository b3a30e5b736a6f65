import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const prefix = 'courier-run-'

/**
 * Puts all temporary files of a run into one directory, which is removed when the process exits: CDK leaves an assembly of
 * 60 MB for each app. Each project of the run calls this.
 */
export default function setup(): void {
  if (basename(tmpdir()).startsWith(prefix)) return
  const directory = mkdtempSync(join(tmpdir(), prefix))
  process.env.TMPDIR = directory
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
}
