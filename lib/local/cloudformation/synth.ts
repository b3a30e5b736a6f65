import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { appContext, settingsOf, type Context } from '../../context.ts'
import { assemblyCache } from './assembly-cache.ts'
import { errorMessage, StartupError } from '../runtime/startup-error.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/**
 * Synthesises the CDK app into `directory` as `cdk synth` does, in a child process, so that the emulator starts in
 * parallel. `context` overrides the context of cdk.json, as `-c name=value` does. Without a change of the code since an
 * earlier synthesis with this context, that one's assembly is used again. Disposal kills the child process.
 * Throws StartupError for an unknown or wrong setting; `done` rejects with one that contains another error of the app.
 */
export function synthesise(directory: string, context: Record<string, string> = {}) {
  const complete = appContext(context)
  refuseWrongSettings(complete)
  rmSync(directory, { recursive: true, force: true })
  const completeContext = JSON.stringify(complete)
  const cache = assemblyCache(completeContext)
  if (cache.restore(directory))
    return { done: Promise.resolve(), [Symbol.asyncDispose]: () => Promise.resolve() }
  const child = spawn(process.execPath, [join(root, 'bin', 'courier.ts')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      // Region-independent templates: the local cloud has a fixed region.
      CDK_DEFAULT_REGION: undefined,
      CDK_OUTDIR: directory,
      CDK_CONTEXT_JSON: completeContext,
      // Validation doubles the duration. Tests and `cdk deploy` enable it.
      CDK_VALIDATION: 'false',
    },
  })
  const exited = once(child, 'exit') as Promise<[number | null]>
  const stderr = text(child.stderr)

  const finish = async () => {
    const [[code], output] = await Promise.all([exited, stderr])
    if (code === 0) {
      cache.save(directory)
      return
    }
    const log = `${directory}.log`
    writeFileSync(log, output)
    const message = /^(?:\w*Error|✘ \[ERROR\]):?\s*(.+)$/m.exec(output)?.[1] ?? `exit code ${code ?? 'none'}`
    throw new StartupError(`The CDK app cannot be synthesised: ${message} (full output: ${log})`)
  }
  const done = finish()
  // If the caller aborts before it awaits `done`, the rejection must not crash the process.
  done.catch(() => undefined)
  return {
    done,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Here, since the app takes seconds to load. */
function refuseWrongSettings(context: Context): void {
  try {
    settingsOf(context)
  } catch (error) {
    throw new StartupError(errorMessage(error))
  }
}
