import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import { resourcesOf, type Assembly } from '../cloudformation/assembly.ts'
import type { Resolve } from '../cloudformation/intrinsics.ts'

export interface SiteFile {
  body: Buffer
  headers: { etag: string; 'content-type': string; 'cache-control'?: string; 'content-encoding'?: string }
}
/** Returns the file at a path, or undefined. */
export type Files = (path: string) => Promise<SiteFile | undefined>

interface Deployment {
  SourceObjectKeys: string[]
  DestinationBucketName: string
  Exclude?: string[]
  Include?: string[]
  SystemMetadata?: Record<string, string>
}

/** The files that CDK's BucketDeployment copies to a bucket, with the headers that S3 serves them with. */
export function bucketFiles(assembly: Assembly, resolve: Resolve, bucket: string): Files {
  const deployed = new Map<string, { file: string; metadata: Record<string, string> }>()
  for (const { stack, properties } of resourcesOf(assembly, 'Custom::CDKBucketDeployment')) {
    const deployment = resolve(properties, stack) as Deployment
    if (deployment.DestinationBucketName !== bucket) continue
    const { SystemMetadata: metadata = {} } = deployment
    for (const directory of deployment.SourceObjectKeys.map((key) => assembly.assets.get(key)))
      for (const file of directory ? filesIn(directory) : []) {
        const key = relative(directory ?? '', file)
        if (isDeployed(key, deployment)) deployed.set(`/${key}`, { file, metadata })
      }
  }
  const cache = new Map<string, Promise<SiteFile>>()
  return async (path) => {
    const entry = deployed.get(path)
    if (!entry) return undefined
    const content = cache.get(path) ?? readSiteFile(entry.file, entry.metadata)
    cache.set(path, content)
    return content
  }
}

const filesIn = (directory: string) =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** Filters as `aws s3 sync` does: the last matching pattern wins, and inclusions are last. */
function isDeployed(key: string, { Exclude = [], Include = [] }: Deployment): boolean {
  const matches = (glob: string) => globPattern(glob).test(key)
  return Include.some(matches) || !Exclude.some(matches)
}

/** Path patterns and deployment filters: `*` matches any text with slashes, `?` one character. */
export const globPattern = (glob: string): RegExp =>
  new RegExp(
    `^${glob
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    's',
  )

async function readSiteFile(file: string, metadata: Record<string, string>): Promise<SiteFile> {
  const body = await readFile(file)
  return {
    body,
    headers: {
      // S3 uses the MD5 as ETag.
      etag: `"${createHash('md5').update(body).digest('hex')}"`,
      'content-type': contentTypes[extname(file)] ?? 'binary/octet-stream',
      ...metadata,
    },
  }
}

/** Content types that the AWS CLI guesses from file names. */
const contentTypes: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.ico': 'image/vnd.microsoft.icon',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}
