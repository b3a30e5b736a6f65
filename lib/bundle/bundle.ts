import { build, type BuildOptions } from 'esbuild'
import { copyFileSync, globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { groups } from '../../functions/index.ts'
import { standIns } from './stand-ins.ts'
import { treeShaking } from './tree-shaking.ts'

const root = join(import.meta.dirname, '../..')
export const bundleDir = join(root, 'dist', 'functions')

/**
 * How code is bundled for Lambda. CommonJS without dynamic imports starts fastest: nothing is resolved or awaited at
 * init, and what is not used is left out.
 */
export const bundleOptions = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node24',
  format: 'cjs',
  mainFields: ['module', 'main'],
  // Where a bundle is known to be one, it asks for no place in the sources.
  define: { BUNDLED: 'true', 'import.meta.dirname': '""' },
  supported: { 'dynamic-import': false },
  alias: { '@aws-sdk/credential-provider-node': join(import.meta.dirname, 'env-credentials.ts') },
  plugins: [...standIns, ...treeShaking],
  inject: [join(import.meta.dirname, 'source-stacks.ts')],
  sourcemap: 'external',
  sourcesContent: false,
  // Of what is left out.
  logOverride: { 'import-is-undefined': 'silent' },
  logLevel: 'warning',
} satisfies BuildOptions

/** Bundles every function in one esbuild call into `dist/functions/<group>/index.js`, as AWS and the local cloud run it. */
export async function bundleFunctions(): Promise<void> {
  await build({
    ...bundleOptions,
    entryPoints: globSync('functions/{http,jobs}/**/*.ts', { cwd: root }).map((file) => ({
      in: file,
      out: `${basename(file, '.ts')}/index`,
    })),
    outdir: bundleDir,
  })
  // Beside their bundles: files that are no code.
  for (const [name, group] of Object.entries(groups))
    for (const file of 'files' in group ? group.files : [])
      copyFileSync(join(root, file), join(bundleDir, name, basename(file)))
}
