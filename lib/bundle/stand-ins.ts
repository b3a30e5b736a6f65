import type { Plugin } from 'esbuild'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as unused from './unused.ts'

/** A file beside this one, as a module names it. */
const named = (file: string) => JSON.stringify(join(import.meta.dirname, file))

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
    '/@aws-sdk/middleware-sdk-s3/.*/(middleware-ssec|region-redirect(-endpoint)?-middleware|s3-expires-middleware)',
    '/@aws-sdk/middleware-sdk-s3/.*/(check-content-length-header|validate-bucket-name)',
    `${smithy}serde/util-stream/createBufferedReadable`,
    '/@aws-sdk/client-s3/.*/CreateSessionCommand',
    '/@aws-sdk/client-[^/]+/.*/runtimeExtensions',
    '/@aws-sdk/middleware-endpoint-discovery/.*/configurations',
    '/@aws-sdk/core/.*/(resolveAwsSdkSigV4AConfig|emitWarningIfUnsupportedVersion)',
    `${smithy}client/.*/emitWarningIfUnsupportedVersion`,
    '/brotli/decompress',
    '/pdf-lib/es/(api/form|core/(acroform|annotation|interactive|parser))/[A-Za]\\w+',
    '/pdf-lib/es/core/streams/(Ascii\\w+|Decode|Flate|LZW|RunLength)?Stream',
    '/pdf-lib/es/core/embedders/(Jpeg|Png|PDFPage|StandardFont|File|JavaScript)Embedder',
    '/pdf-lib/es/api/text/layout',
    '/qrcode/lib/(browser|renderer/\\w+)',
    '/@pdf-lib/(standard-fonts/es/(Font|Encoding)|upng/UPNG)',
    `${smithy}config/config-resolver/regionConfig/getInstanceMetadataRegion`,
    `${smithy}retry/util-retry/AdaptiveRetryStrategy`,
    '/@aws-sdk/core/.*/middleware-logger/loggerMiddleware',
    '/@aws-sdk/core/.*/(XmlShapeSerializer|AwsSdkSigV4ASigner)',
    '/@smithy/signature-v4/dist-es/HeaderFormatter',
    `${smithy}client/smithy-client/schemaLogFilter`,
    '/@aws-sdk/core/.*/middleware-user-agent/user-agent-middleware',
    '/zod/v4/core/(to-json-schema|json-schema-\\w+|memoizer)',
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
    const kind = (name: string) =>
      name.endsWith('Plugin') ? 'plugin' : /^resolve\w+(Config|Extensions)$/.test(name) ? 'config' : 'nothing'
    const standIn = (name: string) => (name in unused ? name : `${kind(name)} as ${name}`)
    onLoad({ filter: neverCalled }, ({ path }) => ({
      contents: `export { ${exportsOf(readFileSync(path, 'utf8')).map(standIn).join()} } from ${named('unused.ts')}`,
    }))
  },
}

/** What stands in for modules that do more than is needed on Lambda, or what Node does better. */
const better: [RegExp, string][] = [
  [
    new RegExp(`${smithy}config/node-config-provider/configLoader\\.js$`),
    `export * from ${named('env-settings.ts')}`,
  ],
  [/\/@aws-sdk\/client-dynamodb\/.*\/endpointResolver\.js$/, `export * from ${named('dynamodb-endpoint.ts')}`],
  [/\/@aws-sdk\/client-s3\/.*\/endpointResolver\.js$/, `export * from ${named('s3-endpoint.ts')}`],
  [/\/@aws-sdk\/signature-v4-multi-region\/.*\/index\.js$/, `export * from ${named('one-region.ts')}`],
  [/\/pako\/index\.js$/, `export * as default from ${named('node-zlib.ts')}`],
  [/\/tiny-inflate\/index\.js$/, `module.exports = require(${named('node-zlib.ts')}).inflate`],
]
const standing: Plugin = {
  name: 'standing in',
  setup({ onLoad }) {
    for (const [filter, contents] of better) onLoad({ filter }, () => ({ contents }))
  },
}

export const standIns = [empty, standing]
