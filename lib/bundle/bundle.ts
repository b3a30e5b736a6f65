import { build, type BuildOptions } from 'esbuild'
import { cpSync, globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { groups, jobs } from '../../functions/index.ts'
import { buildOnce } from '../build-cache.ts'

const root = join(import.meta.dirname, '../..')
export const bundleDir = join(root, 'dist', 'functions')

/**
 * esbuild's options for Lambda. No plugins, so dependencies are bundled unmodified. CommonJS without dynamic imports has
 * the shortest cold start, since nothing is resolved or awaited at init.
 */
export const bundleOptions = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node24',
  format: 'cjs',
  mainFields: ['module', 'main'],
  // A bundle finds its assets in its own folder (shared/core/assets.ts).
  define: { BUNDLED: 'true', 'import.meta.dirname': '""' },
  supported: { 'dynamic-import': false },
  // Loaded by the SDK for operations with event streams, such as S3's SelectObjectContent. No function uses one.
  external: ['@smithy/core/event-streams'],
  alias: { '@aws-sdk/credential-provider-node': join(import.meta.dirname, 'env-credentials.ts') },
  inject: [join(import.meta.dirname, 'source-stacks.ts')],
  sourcemap: 'external',
  sourcesContent: false,
  logLevel: 'warning',
} satisfies BuildOptions

/** Bundles every function into `<outdir>/<name>/index.js`, for AWS and the local cloud, if the sources have changed. */
export const bundleFunctions = (outdir = bundleDir) =>
  buildOnce(outdir, ['functions', 'shared', 'lib/bundle'], bundleInto)

async function bundleInto(outdir: string): Promise<void> {
  const sources = globSync('functions/{http,jobs}/**/*.ts', { cwd: root })
  const bundle = (external: string[], entries: string[]) =>
    build({
      ...bundleOptions,
      external,
      entryPoints: entries.map((file) => ({ in: file, out: `${nameOf(file)}/index` })),
      outdir,
    })
  // S3's client always imports event streams at init.
  await bundle([], sources.filter(usesBuckets))
  await bundle(
    bundleOptions.external,
    sources.filter((file) => !usesBuckets(file)),
  )
  // Assets are next to the bundle.
  for (const [name, { files = [] }] of Object.entries(functions))
    for (const file of typeof files === 'function' ? files() : files)
      cpSync(join(root, file), join(outdir, name, file))
}

const nameOf = (file: string) => basename(file, '.ts')
const functions: Record<string, { handler: unknown; files?: readonly string[] | (() => readonly string[]) }> = {
  ...groups,
  ...jobs,
}
const usesBuckets = (file: string) => 'buckets' in (functions[nameOf(file)] ?? {})
