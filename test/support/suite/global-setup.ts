import type { TestProject } from 'vitest/node'
import { judgeSuite } from './suite-privilege.ts'
import { testCloud } from './test-cloud.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The seed of all random choices. */
    seed: number
    /** The service's URL. */
    url: string
    /** The chaos proxy's URL, for `chaosControl`. */
    proxy: string
    /** The file with the functions' logs. */
    functionLog: string
    /** The file with a line for each call that a function's role did not allow. */
    refused: string
    /** The URL of the local Secrets Manager. */
    secretsManager: string
    /** The URL of the local Lambda, which invokes functions. */
    lambda: string
    /** The URL of the DynamoDB emulator, without the proxy. */
    dynamodb: string
    /** The URL of the local S3, which also serves photos. */
    s3: string
    /** The URL of the local mailbox. */
    mail: string
    /** The session token of each function's credentials, by construct id without `Function`. */
    tokens: Record<string, string>
    /** The directory of the deployed cloud assembly. */
    assembly: string
    /** In the project `service`, the directory for the calls that the functions in each worker made. */
    uses: string
    /** The merged environment variables of all functions. */
    environment: Record<string, string>
  }
}

/** Starts the cloud for a project's tests, and judges the roles of its functions after them. */
export default async function setup(project: TestProject) {
  const { provided, stop } = await testCloud()
  for (const [name, value] of Object.entries(provided)) project.provide(name as never, value as never)
  return () => stop((uses) => judgeSuite(project, uses, provided.assembly))
}
