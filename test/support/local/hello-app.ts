import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { writeAssembly } from './assembly.ts'
import { endAll } from './npm-start.ts'

/** An app with one function, which returns `hello`, and directories for its data. Deleted after the test file. */
export function helloApp() {
  const directory = mkdtempSync(join(tmpdir(), 'cloud-'))
  const assembly = join(directory, 'assembly')
  let count = 0
  beforeAll(() => {
    writeAssembly(assembly, {
      functions: {
        hello: { code: `exports.handler = async () => { console.log('{"said":"hello"}'); return 'hello' }` },
      },
      routes: { 'GET /': 'hello' },
    })
  })
  afterAll(async () => {
    await endAll()
    rmSync(directory, { recursive: true })
  })
  return { directory, assembly, freshDir: () => join(directory, `data${++count}`) }
}
