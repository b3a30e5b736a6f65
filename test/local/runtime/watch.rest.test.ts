import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { restartOnChange, sources } from '../../../lib/local/runtime/watch.ts'
import { wait } from '../../support/local/npm-start.ts'
import { waitUntil } from '../../support/suite/wait.ts'

test('a script restarts when a source file changes, also after a failure, until it is stopped', async () => {
  const root = mkdtempSync(join(tmpdir(), 'watch-'))
  for (const source of sources)
    if (source.includes('.')) writeFileSync(join(root, source), '{}')
    else mkdirSync(join(root, source))
  const [script, starts, module] = ['script.mjs', join(root, 'starts'), join(root, 'shared', 'version.mjs')]
  const setVersion = (code: string) => writeFileSync(module, code)
  setVersion(`export default 1`)
  writeFileSync(
    join(root, script),
    `import { appendFileSync } from 'node:fs'
    import version from './shared/version.mjs'
    appendFileSync(process.argv[2], version + '\\n')
    setInterval(() => undefined, 1000)`,
  )
  const stop = new AbortController()
  const watching = restartOnChange(root, script, [starts], stop.signal)
  const started = (versions: string) =>
    waitUntil(() => existsSync(starts) && readFileSync(starts, 'utf8') === versions, wait)
  await started('1\n')
  setVersion(`export default 2`)
  await started('1\n2\n')
  setVersion(`import { appendFileSync } from 'node:fs'
    appendFileSync(process.argv[2], 'broken\\n')
    export default undefined
    throw new Error('broken')`)
  await started('1\n2\nbroken\n')
  setVersion(`export default 3`)
  await started('1\n2\nbroken\n3\n')
  stop.abort()
  await watching
  appendFileSync(module, '// changed')
  expect(readFileSync(starts, 'utf8')).toBe('1\n2\nbroken\n3\n')
  rmSync(root, { recursive: true })
})
