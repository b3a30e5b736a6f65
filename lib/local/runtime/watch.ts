import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'

/** The sources of the running service. */
export const sources = ['bin', 'functions', 'lib', 'shared', 'site', 'package.json', 'cdk.json']
/** Debounce in milliseconds, since editors save several files in a row. */
const debounceMilliseconds = 200

/**
 * Runs a Node.js script and restarts it when a source file below `root` changes, until `signal` aborts: a new process
 * loads changed modules, bundles the functions and synthesises the stacks again. A script that has failed is restarted
 * on the next change.
 */
export async function restartOnChange(
  root: string,
  script: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  let child: ChildProcess | undefined
  let changed = Promise.withResolvers<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const watchers = sources.map((source) =>
    watch(join(root, source), { recursive: true }, (_, file) => {
      clearTimeout(timer)
      timer = setTimeout(() => changed.resolve(join(source, file ?? '')), debounceMilliseconds)
    }),
  )
  const aborted = new Promise<undefined>((resolve) =>
    signal.addEventListener('abort', () => resolve(undefined), { once: true }),
  )
  const stop = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  }
  try {
    while (!signal.aborted) {
      changed = Promise.withResolvers()
      child = spawn(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit' })
      const file = await Promise.race([changed.promise, aborted])
      if (file !== undefined) console.log(`\n${file} changed: restarting ...`)
      await stop()
    }
  } finally {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
    await stop()
  }
}
