import { build, type BuildOptions, type Plugin } from 'esbuild'
import { copyFileSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { groups, jobs } from '../functions/index.ts'

const root = join(import.meta.dirname, '..')
export const bundleDir = join(root, 'dist', 'functions')

const smithy = '/@smithy/core/dist-es/submodules/'
/** What stands in for modules of libraries: of which no function calls any, or which look where nothing is on Lambda. */
const standIns: [RegExp, string][] = [
  [
    new RegExp(
      [
        '/@aws-sdk/endpoint-cache/.*index',
        `${smithy}event-streams/.*index`,
        `${smithy}checksum/sha256/Sha256Js`,
        `${smithy}config/config-resolver/regionConfig/getInstanceMetadataRegion`,
        `${smithy}retry/util-retry/AdaptiveRetryStrategy`,
        '/@aws-sdk/core/.*/middleware-logger/loggerMiddleware',
        '/@aws-sdk/core/.*/middleware-user-agent/user-agent-middleware',
        '/zod/v4/core/(to-json-schema|json-schema-\\w+)',
      ]
        .map((path) => `${path}\\.js$`)
        .join('|'),
    ),
    'lib/unused.ts',
  ],
  [new RegExp(`${smithy}config/node-config-provider/configLoader\\.js$`), 'lib/env-settings.ts'],
  [/\/@aws-sdk\/client-dynamodb\/.*\/endpointResolver\.js$/, 'lib/dynamodb-endpoint.ts'],
]
const standing: Plugin = {
  name: 'standing in',
  setup({ onLoad }) {
    for (const [filter, file] of standIns)
      onLoad({ filter }, () => ({ contents: readFileSync(join(root, file), 'utf8'), loader: 'ts' }))
    // A client says its version; esbuild would take all that stands beside it.
    onLoad({ filter: /\/@aws-sdk\/client-[^/]+\/package\.json$/ }, ({ path }) => ({
      contents: JSON.stringify({
        version: (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version,
      }),
      loader: 'json',
    }))
  },
}

/**
 * Marks what only makes a schema or a record's place as free of side effects, so that a bundle holds those that it uses:
 * esbuild knows of such functions in their own file alone (its `@__NO_SIDE_EFFECTS__`).
 */
const pure: Plugin = {
  name: 'pure',
  setup({ onLoad }) {
    onLoad({ filter: /\/(shared|functions)\/.*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(
        /^((?:export )?const \w+ = |  ref: )(later|pick|entity)\(/gm,
        '$1/* @__PURE__ */ $2(',
      ),
      loader: 'ts',
    }))
  },
}

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
  alias: { '@aws-sdk/credential-provider-node': join(root, 'lib/env-credentials.ts') },
  plugins: [standing, pure],
  inject: [join(root, 'lib/source-stacks.ts')],
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
    entryPoints: Object.keys({ ...groups, ...jobs }).map((name) => ({
      in: `functions/${name}.ts`,
      out: `${name}/index`,
    })),
    outdir: bundleDir,
  })
  // Beside their bundles: files that are no code.
  for (const [name, group] of Object.entries(groups))
    for (const file of 'files' in group ? group.files : [])
      copyFileSync(join(root, file), join(bundleDir, name, basename(file)))
}
