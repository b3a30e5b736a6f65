import { build, type BuildOptions } from 'esbuild'
import { join } from 'node:path'
import { bundleOptions } from '../../lib/bundle.ts'
import type { Contender } from './boot.ts'

/** Other frameworks with the same three routes, by their files in peers. */
const frameworks = {
  hono: 'Hono',
  express: 'Express',
  fastify: 'Fastify',
  nest: 'Nest on Fastify',
} as const
/** What is left without any: Node alone, and the calls of the SDK. */
const bare = { 'bare-node': 'bare Node', 'bare-sdk': 'bare SDK', 'bare-express': 'Express' } as const
const all = { ...frameworks, ...bare }

/**
 * How peers are bundled: as CDK's NodejsFunction does by default, which Hono's guide has, and which leaves the SDK to the
 * packages of the runtime (aws-cdk-lib, "BundlingOptions.bundleAwsSDK"); and as this service is (lib/bundle.ts).
 */
export const ways = {
  default: {
    ...{ bundle: true, platform: 'node', target: 'node24', format: 'cjs' },
    external: ['@aws-sdk/*', '@smithy/*'],
  },
  ours: { ...bundleOptions, external: [] as string[] },
} as const satisfies Record<string, BuildOptions>
export type Way = keyof typeof ways

const directory = join(import.meta.dirname, '..', '..', 'dist', 'bench')
type Environment = Contender['environment']
const contender = (name: keyof typeof all, way: Way, environment: Environment): Contender => ({
  ...{ name: all[name], environment },
  bundle: join(directory, way, `${name}.cjs`),
})
export const bareNode = (environment: Environment) => contender('bare-node', 'ours', environment)
export const bareSdk = (environment: Environment) => contender('bare-sdk', 'ours', environment)
export const bareExpress = (environment: Environment) => contender('bare-express', 'ours', environment)
export const peersOf = (way: Way, environment: Environment = {}) =>
  (Object.keys(frameworks) as (keyof typeof frameworks)[]).map((name) => contender(name, way, environment))

/** Bundles all of them in both ways. */
export async function bundlePeers(): Promise<void> {
  for (const [way, options] of Object.entries(ways))
    await build({
      ...options,
      entryPoints: Object.keys(all).map((name) => join(import.meta.dirname, 'peers', `${name}.ts`)),
      outdir: join(directory, way),
      outExtension: { '.js': '.cjs' },
      // Parts of Nest that an application may have, and this one has not.
      external: [
        ...options.external,
        '@nestjs/microservices',
        '@nestjs/platform-express',
        '@nestjs/websockets',
        'class-transformer',
        'class-validator',
        '@fastify/multipart',
        '@fastify/static',
        '@fastify/view',
      ],
      logLevel: 'error',
    })
}
