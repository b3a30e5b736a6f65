import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import { resourcesOf, type Assembly } from '../cloudformation/assembly.ts'
import type { Resolve } from '../cloudformation/intrinsics.ts'

export interface SiteFile {
  body: Buffer
  headers: { etag: string; 'content-type': string; 'cache-control'?: string }
}
/** The file at a path, if there is one. */
export type Files = (path: string) => Promise<SiteFile | undefined>

interface Deployment {
  SourceObjectKeys: string[]
  DestinationBucketName: string
  Exclude?: string[]
  Include?: string[]
  SystemMetadata?: Record<string, string>
}

/** What CDK's bucket deployments (BucketDeployment) put into a bucket, with the headers that S3 gives it. */
export function bucketFiles(assembly: Assembly, resolve: Resolve, bucket: string): Files {
  const found = new Map<string, { file: string; metadata: Record<string, string> }>()
  for (const { stack, properties } of resourcesOf(assembly, 'Custom::CDKBucketDeployment')) {
    const deployment = resolve(properties, stack) as Deployment
    if (deployment.DestinationBucketName !== bucket) continue
    const { SystemMetadata: metadata = {} } = deployment
    for (const directory of deployment.SourceObjectKeys.map((key) => assembly.assets.get(key)))
      for (const file of directory ? filesBelow(directory) : []) {
        const key = relative(directory ?? '', file)
        if (isDeployed(key, deployment)) found.set(`/${key}`, { file, metadata })
      }
  }
  const read = new Map<string, Promise<SiteFile>>()
  return async (path) => {
    const known = found.get(path)
    if (!known) return undefined
    const kept = read.get(path) ?? readSiteFile(known.file, known.metadata)
    read.set(path, kept)
    return kept
  }
}

const filesBelow = (directory: string) =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** As `aws s3 sync` does it: the last pattern that matches decides, and inclusions come last. */
function isDeployed(key: string, { Exclude = [], Include = [] }: Deployment): boolean {
  const matches = (glob: string) => globPattern(glob).test(key)
  return Include.some(matches) || !Exclude.some(matches)
}

/** `*` is any text, slashes too, and `?` one character: in path patterns and in those of deployments alike. */
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
      // S3 tags an object by its MD5.
      etag: `"${createHash('md5').update(body).digest('hex')}"`,
      'content-type': contentTypes[extname(file)] ?? 'binary/octet-stream',
      ...metadata,
    },
  }
}

/** What the AWS CLI takes files for by their names. */
const contentTypes: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.ico': 'image/vnd.microsoft.icon',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.woff2': 'font/woff2',
}
