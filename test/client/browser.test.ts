import { build } from 'esbuild'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('the client builds for browsers without Node.js modules, in less than 20 kB', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: ['api', 'events-client', 'realtime'].map((name) => `export * from './${name}.ts'`).join('\n'),
      resolveDir: join(import.meta.dirname, '../../shared/client'),
    },
    ...{ bundle: true, minify: true, write: false, format: 'esm', platform: 'browser', logLevel: 'silent' },
  })
  expect(outputFiles[0]!.contents.length).toBeLessThan(20_000)
})
