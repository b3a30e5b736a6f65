import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProvidedContext } from 'vitest'
import type { Use } from './privilege.ts'
import { testSeed } from './seed.ts'

/** What the cloud's process is given. */
export type CloudStart = Pick<ProvidedContext, 'seed' | 'functionLog' | 'refused'> & { dataDir: string }
/** What it answers when the cloud is ready. */
export type CloudContext = Omit<ProvidedContext, keyof CloudStart | 'uses'>

/**
 * Starts one local cloud for all tests from the app's cloud assembly, with DynamoDB behind the chaos proxy. Tests run with
 * conflicts, lost answers, stale indexes, short pages, partial batches and expired items, and with the permissions of the
 * functions' roles. The cloud has a process of its own, so that its requests do not wait for Vitest's work.
 * `stop` calls `judge` with the recorded calls when the cloud has ended, and then deletes the cloud's data.
 */
export async function testCloud() {
  const dataDir = mkdtempSync(join(tmpdir(), 'courier-test-'))
  const seed = testSeed()
  console.log(`Seed ${seed} (SEED=${seed} repeats it)`)
  const given = { seed, functionLog: join(dataDir, 'functions.log'), refused: join(dataDir, 'refused') }
  const child = fork(join(import.meta.dirname, 'cloud-process.ts'), {
    execArgv: [],
    serialization: 'advanced',
  })
  const exited = once(child, 'exit')
  async function ask<T>(message: CloudStart | 'stop'): Promise<T> {
    child.send(message)
    const [answer] = (await Promise.race([once(child, 'message'), exited.then(() => [])])) as [T?]
    if (answer === undefined) throw new Error('The process of the local cloud has ended; see above.')
    return answer
  }
  const context = await ask<CloudContext>({ ...given, dataDir })
  async function stop(judge: (uses: readonly Use[]) => Promise<void> = () => Promise.resolve()) {
    try {
      const uses = await ask<Use[]>('stop')
      await exited
      await judge(uses)
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
  return { provided: { ...given, ...context } satisfies Omit<ProvidedContext, 'uses'>, stop }
}
