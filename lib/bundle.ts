import { build, type BuildOptions } from 'esbuild'
import { copyFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { groups, jobs } from '../functions/index.ts'

const root = join(import.meta.dirname, '..')
export const bundleDir = join(root, 'dist', 'functions')

/**
 * How a function becomes one file. CommonJS without dynamic imports starts fastest on Lambda: nothing is resolved or
 * awaited at init.
 */
export const bundleOptions = {
  bundle: true,
  minify: true,
  keepNames: true,
  sourcemap: 'linked',
  sourcesContent: false,
  platform: 'node',
  target: 'node24',
  format: 'cjs',
  mainFields: ['module', 'main'],
  // Where a bundle is known to be one, it asks for no place in the sources.
  define: { BUNDLED: 'true', 'import.meta.dirname': '""' },
  supported: { 'dynamic-import': false },
  alias: { '@aws-sdk/credential-provider-node': join(root, 'lib/env-credentials.ts') },
} satisfies BuildOptions

/**
 * Bundles every function in one esbuild call into `dist/functions/<group>/index.js`, as AWS and the local cloud run it.
 */
export async function bundleFunctions(): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: Object.keys({ ...groups, ...jobs }).map((name) => ({
      in: `functions/${name}.ts`,
      out: `${name}/index`,
    })),
    outdir: bundleDir,
    ...bundleOptions,
    logLevel: 'warning',
  })
  // Beside their bundles: files of packages that are no code.
  for (const [name, group] of Object.entries(groups))
    for (const file of 'files' in group ? group.files : [])
      copyFileSync(join(root, 'node_modules', file), join(bundleDir, name, basename(file)))
}
