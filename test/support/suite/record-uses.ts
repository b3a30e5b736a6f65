import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { afterAll, inject } from 'vitest'
import { inProcessCloud } from '../in-process/context.ts'

// The files of a worker share its service.
const file = join(inject('uses'), `${threadId}.json`)
afterAll(() => {
  if (inProcessCloud) writeFileSync(file, JSON.stringify(inProcessCloud.uses()))
})
