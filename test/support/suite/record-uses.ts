import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, inject } from 'vitest'
import { inProcessCloud } from '../in-process/context.ts'

// All files of a worker share its cloud, so each writes the file again with more calls.
afterAll(() => {
  if (inProcessCloud)
    writeFileSync(
      join(inject('uses'), `${inProcessCloud.ownerToken}.json`),
      JSON.stringify(inProcessCloud.uses()),
    )
})
