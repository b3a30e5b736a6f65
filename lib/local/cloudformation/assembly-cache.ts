import {
  copyFileSync,
  existsSync,
  globSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { contentKey } from '../../build-cache.ts'

const cacheDir = join(import.meta.dirname, '..', '..', '..', 'dist', 'assemblies')
/** An assembly has 60 MB. */
const kept = 6
/** The sources of an assembly, without the local cloud's own. */
const sources = [
  'bin/courier.ts',
  'cdk.json',
  'docs',
  'functions',
  'shared',
  'site',
  'lib/app.ts',
  'lib/build-cache.ts',
  'lib/bundle',
  'lib/context.ts',
  'lib/site',
  'lib/stacks',
]

/** The assembly of the current code and a CDK context (JSON), if it has been synthesised before. */
export function assemblyCache(context: string) {
  const cached = join(cacheDir, contentKey(sources, context))
  return {
    /** Writes the assembly into a directory. Returns false if it is not cached. */
    restore(directory: string): boolean {
      if (!existsSync(cached)) return false
      linkFiles(cached, directory)
      utimesSync(cached, new Date(), new Date())
      return true
    },
    save(directory: string): void {
      const partial = `${cached}.${process.pid}`
      linkFiles(directory, partial)
      rmSync(cached, { recursive: true, force: true })
      renameSync(partial, cached)
      const lastUse = (name: string) => statSync(join(cacheDir, name)).mtimeMs
      for (const name of readdirSync(cacheDir)
        .sort((one, other) => lastUse(other) - lastUse(one))
        .slice(kept))
        rmSync(join(cacheDir, name), { recursive: true, force: true })
    },
  }
}

/** Hard links take no space and no time. Nothing changes a file of an assembly in place. */
function linkFiles(from: string, to: string): void {
  for (const entry of globSync('**/*', { cwd: from, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const source = join(entry.parentPath, entry.name)
    const target = join(to, source.slice(from.length))
    mkdirSync(dirname(target), { recursive: true })
    try {
      linkSync(source, target)
    } catch {
      // The data directory may be on another file system.
      copyFileSync(source, target)
    }
  }
}
