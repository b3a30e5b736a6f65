import chromium from '@sparticuz/chromium'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const prefix = 'courier-run-'

/**
 * Puts all temporary files of a run into one directory, which is removed when the process exits: CDK leaves an assembly of
 * 60 MB for each app. Each project of the run calls this.
 */
export default async function setup(): Promise<void> {
  if (basename(tmpdir()).startsWith(prefix)) return
  // The browser is unpacked outside, for later runs, and once: two tests that unpack it at the same time cannot start it.
  if (process.platform === 'linux') process.env.CHROMIUM ??= await chromium.executablePath()
  const directory = mkdtempSync(join(tmpdir(), prefix))
  process.env.TMPDIR = directory
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
}
