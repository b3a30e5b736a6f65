import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoints } from '../endpoints.ts'

/**
 * Returns the endpoints of the service that runs on a data directory, or undefined. A killed service leaves its
 * endpoints.json behind, so the API also has to respond.
 */
export async function runningService(dataDir: string): Promise<Endpoints | undefined> {
  try {
    const endpoints = JSON.parse(readFileSync(join(dataDir, 'endpoints.json'), 'utf8')) as Endpoints
    await fetch(endpoints.api, { signal: AbortSignal.timeout(2000) })
    return endpoints
  } catch {
    return undefined
  }
}

/**
 * Creates a data directory for a second cloud, with the secrets of the one that runs on `dataDir`. If it uses
 * that cloud's DynamoDB, both work on the same data, since tables and secrets have the same names.
 */
export function copySecrets(dataDir: string): string {
  const directory = join(dataDir, 'invoke')
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  copyFileSync(join(dataDir, 'secrets.json'), join(directory, 'secrets.json'))
  return directory
}
