import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, inject } from 'vitest'
import { startCloud, type Cloud } from '../../../lib/local/cloud.ts'
import type { CloudOptions } from '../../../lib/local/options.ts'

/**
 * A local cloud for one test file, from the app of the run and without output: started before its first test, stopped and deleted
 * after the last. `isNeeded`: false where all tests of the file are skipped.
 */
export function ownCloud(options: Partial<CloudOptions> = {}, isNeeded = true) {
  const dataDir = mkdtempSync(join(tmpdir(), 'own-cloud-'))
  const own = { dataDir } as { dataDir: string; cloud: Cloud }
  beforeAll(async () => {
    const [quiet, functionLog, assembly] = [true, () => undefined, inject('assembly')]
    if (isNeeded) own.cloud = await startCloud({ dataDir, quiet, functionLog, assembly, ...options })
  })
  afterAll(async () => {
    if (isNeeded) await own.cloud.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return own
}
