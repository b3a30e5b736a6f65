import { build, type BuildOptions } from 'esbuild'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { bundleOptions } from '../../lib/bundle/bundle.ts'
import { placesFile } from '../../shared/domain/kernel/places.ts'
import type { Contender } from './boot.ts'

/** Other frameworks with the same three routes, by their files in peers. */
const frameworks = {
  hono: 'Hono',
  express: 'Express',
  fastify: 'Fastify',
  nest: 'Nest on Fastify',
} as const
/** Contenders without the service's work: Node alone, the SDK's calls alone, and a minimal Express server. */
const bare = { 'bare-node': 'bare Node', 'bare-sdk': 'bare SDK', 'bare-express': 'Express' } as const
const all = { ...frameworks, ...bare }

const { define } = bundleOptions
const plain = { bundle: true, platform: 'node', target: 'node24', format: 'cjs', define } as const
type Name = keyof typeof all
/**
 * The builds of the peers: as their guides describe, and as this service is built (lib/bundle/bundle.ts). Hono's
 * guide uses CDK's NodejsFunction, which leaves the SDK to the runtime (aws-cdk-lib,
 * "BundlingOptions.bundleAwsSDK"); those of Express (serverless-http), Fastify and Nest ship the code with its
 * packages as installed.
 */
const builds = {
  guide: (name: Name): BuildOptions =>
    name === 'hono' ? { ...plain, external: ['@aws-sdk/*', '@smithy/*'] } : { ...plain, packages: 'external' },
  ours: (): BuildOptions => bundleOptions,
}
export type Build = keyof typeof builds

// In the same folder as the peers' packages, so that Node resolves packages that are not bundled.
const directory = join(import.meta.dirname, 'dist')
type Environment = Contender['environment']
const contender = (name: Name, way: Build, environment: Environment): Contender => ({
  name: all[name],
  environment,
  bundle: join(directory, way, `${name}.cjs`),
})
export const bareNode = (environment: Environment) => contender('bare-node', 'ours', environment)
export const bareSdk = (environment: Environment) => contender('bare-sdk', 'ours', environment)
export const bareExpress = (environment: Environment) => contender('bare-express', 'ours', environment)
export const peersOf = (way: Build, environment: Environment = {}) =>
  (Object.keys(frameworks) as (keyof typeof frameworks)[]).map((name) => contender(name, way, environment))

let bundled: Promise<void> | undefined
/** Bundles all contenders with both builds, once for all parts. */
export const bundlePeers = (): Promise<void> => (bundled ??= bundle())

async function bundle(): Promise<void> {
  for (const way of Object.keys(builds) as Build[]) {
    for (const name of Object.keys(all) as Name[]) {
      const options = builds[way](name)
      await build({
        ...options,
        entryPoints: [join(import.meta.dirname, 'peers', `${name}.ts`)],
        outfile: join(directory, way, `${name}.cjs`),
        // Optional packages of Nest that this application does not use.
        external: [
          ...(options.external ?? []),
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
    cpSync(join(import.meta.dirname, '../..', placesFile), join(directory, way, placesFile))
  }
}
