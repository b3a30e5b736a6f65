import type { Plugin } from 'esbuild'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as unused from './unused.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(path, 'utf8')
/** A path of the project, as a module names it. */
const named = (file: string) => JSON.stringify(join(root, file))

const smithy = '/@smithy/core/dist-es/submodules/'
/** Modules of libraries of which no function calls any. */
const neverCalled = new RegExp(
  [
    '/@aws-sdk/endpoint-cache/.*index',
    `${smithy}event-streams/.*index`,
    `${smithy}checksum/(sha256/Sha256|md5/Md5)Js`,
    '/@aws-sdk/checksums/.*/Sha1Js',
    `${smithy}serde/util-stream/.*\\.browser`,
    '/@aws-sdk/middleware-sdk-s3/.*/(S3ExpressIdentityProviderImpl|s3Express\\w*Middleware)',
    '/busboy/lib/types/urlencoded',
    '/brotli/decompress',
    '/qrcode/lib/(browser|renderer/\\w+)',
    '/@pdf-lib/(standard-fonts/es/(Font|Encoding)|upng/UPNG)',
    `${smithy}config/config-resolver/regionConfig/getInstanceMetadataRegion`,
    `${smithy}retry/util-retry/AdaptiveRetryStrategy`,
    '/@aws-sdk/core/.*/middleware-logger/loggerMiddleware',
    '/@aws-sdk/core/.*/middleware-user-agent/user-agent-middleware',
    '/zod/v4/core/(to-json-schema|json-schema-\\w+)',
  ]
    .map((path) => `${path}\\.js$`)
    .join('|'),
)
/** What a module of JavaScript exports. */
const exportsOf = (text: string) => [
  ...(/^(export default|module\.exports =) /m.test(text) ? ['default'] : []),
  ...[...text.matchAll(/^export (?:(?:async )?(?:const|var|class|function) (\w+)|\{([^}]+)\})/gm)].flatMap(
    ([, name, list]) => name ?? list?.match(/\w+(?=\s*(,|$))/g) ?? [],
  ),
]
const empty: Plugin = {
  name: 'empty',
  setup({ onLoad }) {
    const standIn = (name: string) =>
      name in unused ? name : `${name.endsWith('Plugin') ? 'plugin' : 'nothing'} as ${name}`
    onLoad({ filter: neverCalled }, ({ path }) => ({
      contents: `export { ${exportsOf(read(path)).map(standIn).join()} } from ${named('lib/unused.ts')}`,
    }))
  },
}

/** What stands in for modules that do more than is needed on Lambda, or what Node does better. */
const standIns: [RegExp, string][] = [
  [
    new RegExp(`${smithy}config/node-config-provider/configLoader\\.js$`),
    `export * from ${named('lib/env-settings.ts')}`,
  ],
  [
    /\/@aws-sdk\/client-dynamodb\/.*\/endpointResolver\.js$/,
    `export * from ${named('lib/dynamodb-endpoint.ts')}`,
  ],
  [/\/@aws-sdk\/client-s3\/.*\/endpointResolver\.js$/, `export * from ${named('lib/s3-endpoint.ts')}`],
  [/\/@aws-sdk\/signature-v4-multi-region\/.*\/index\.js$/, `export * from ${named('lib/one-region.ts')}`],
  [/\/pako\/index\.js$/, `export * as default from ${named('lib/node-zlib.ts')}`],
  [/\/tiny-inflate\/index\.js$/, `module.exports = require(${named('lib/node-zlib.ts')}).inflate`],
]
const standing: Plugin = {
  name: 'standing in',
  setup({ onLoad }) {
    for (const [filter, contents] of standIns) onLoad({ filter }, () => ({ contents }))
    // A client whose rules know of partitions tells of them itself.
    onLoad({ filter: /\/@aws-sdk\/core\/.*\/util-endpoints\/aws\.js$/ }, ({ path }) => ({
      contents: read(path).replace(/^customEndpointFunctions\.aws = .*$/m, ''),
    }))
    // A client says its version; esbuild would take all that stands beside it.
    onLoad({ filter: /\/@aws-sdk\/client-[^/]+\/package\.json$/ }, ({ path }) => ({
      contents: JSON.stringify({ version: (JSON.parse(read(path)) as { version: string }).version }),
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
      contents: read(path).replace(
        /^((?:export )?const \w+ = |  ref: )(later|pick|entity)\(/gm,
        '$1/* @__PURE__ */ $2(',
      ),
      loader: 'ts',
    }))
  },
}

/**
 * A client says of all calls of its service what goes into them and what comes of them. Two things keep esbuild from seeing
 * which of it is used: keys that are computed, though of constants; and a registry of every error, of which the service
 * tells apart those that it names. Others come as their service's exception, with the same name.
 */
const shapes: Plugin = {
  name: 'shapes',
  setup({ onLoad }) {
    const ours = textsBelow('shared')
    onLoad({ filter: /\/@aws-sdk\/client-[^/]+\/dist-es\/schemas\/\w+\.js$/ }, ({ path }) => {
      const text = read(path)
      const constants = new Map(
        [...text.matchAll(/^const (_\w+) = (".*");$/gm)].map(([, name, value]) => [name, value]),
      )
      const plainKey = (key: string, name: string) => (constants.has(name) ? `${constants.get(name)}:` : key)
      const ifNamed = (line: string, error: string) => (ours.includes(error) ? line : '')
      return {
        contents: text
          .replace(/\[(_\w+)\]:/g, plainKey)
          .replace(/^n0_registry\.registerError\(.+, (\w+)\);$/gm, ifNamed),
      }
    })
  },
}
const textsBelow = (directory: string) =>
  readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => read(join(root, directory, file)))
    .join()

export const plugins = [empty, standing, pure, shapes]
