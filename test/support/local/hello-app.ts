import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { writeAssembly } from './assembly.ts'
import { endAll } from './npm-start.ts'

/** For a test file: an app whose one function says hello, and directories for its data; all gone in the end. */
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
