import { build } from 'esbuild'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const client = join(import.meta.dirname, '../../shared/client')
/** Builds a script that imports parts of the client. */
async function sizeOf(script: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: script, resolveDir: client },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    logLevel: 'silent',
  })
  return outputFiles[0]!.contents.length
}

test('the client builds for browsers without Node.js modules, and pages carry only what they use', async () => {
  const whole = await sizeOf("export * from './index.ts'")
  const live = await sizeOf("export { liveEvents } from './index.ts'")
  console.log(`The client has ${whole} bytes, live events alone ${live}`)
  expect(whole).toBeLessThan(25_000)
  expect(live).toBeLessThan(whole / 2)
})
