import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { idleMilliseconds, lambdaFunction } from '../../../lib/local/lambda/functions.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'idle-'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(directory, { recursive: true })
})

test('an environment without events ends after its idle time, and the next event starts a new one', async () => {
  writeFileSync(join(directory, 'package.json'), '{}')
  writeFileSync(
    join(directory, 'index.js'),
    `let events = 0, release
    exports.handler = async (event) => {
      if (event === 'wait') await new Promise((resolve) => (release = resolve))
      if (event === 'release') release()
      return ++events
    }`,
  )
  const [log, failure] = [vi.fn(), vi.fn<(line: string) => void>()]
  const settings = {
    name: 'counter',
    arn: 'arn:counter',
    directory,
    handler: 'index.handler',
    environment: {},
    memoryMegabytes: 128,
    timeoutMilliseconds: 600_000,
    retryAttempts: 0,
  }
  await using counter = lambdaFunction(settings, { log, failure }, false)
  const invoke = async (event: string) => counter.invoke(JSON.stringify(event))

  expect(await invoke('count')).toMatchObject({ payload: '1' })
  vi.advanceTimersByTime(idleMilliseconds - 1)
  expect(await invoke('count')).toMatchObject({ payload: '2' })

  const waiting = invoke('wait')
  vi.advanceTimersByTime(idleMilliseconds)
  expect(await invoke('release'), 'an event in flight keeps its environment').toMatchObject({ payload: '3' })
  expect(await waiting).toMatchObject({ payload: '4' })

  vi.advanceTimersByTime(idleMilliseconds)
  expect(await invoke('count')).toMatchObject({ payload: '1' })
  expect(failure).not.toHaveBeenCalled()
})
