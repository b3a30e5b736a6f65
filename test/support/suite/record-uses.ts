import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, inject } from 'vitest'
import { inProcessCloud } from '../in-process/context.ts'

const file = join(inject('uses'), `${randomUUID()}.json`)
afterAll(() => {
  if (inProcessCloud) writeFileSync(file, JSON.stringify(inProcessCloud.uses()))
})
