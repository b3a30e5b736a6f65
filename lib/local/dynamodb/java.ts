import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { StartupError } from '../runtime/startup-error.ts'

/** The oldest version of Java that runs DynamoDB Local 3. */
const oldest = 17

/**
 * Returns the command `java` of JAVA_HOME, or else of the PATH. Throws StartupError if there is none, or if it is older
 * than Java 17.
 */
export async function findJava({ JAVA_HOME }: { JAVA_HOME?: string }): Promise<string> {
  const command = JAVA_HOME ? join(JAVA_HOME, 'bin', 'java') : 'java'
  const version = await versionOf(command)
  if (version !== undefined && version >= oldest) return command
  const found = version === undefined ? `${command} cannot be run` : `${command} is Java ${version}`
  throw new StartupError(
    `DynamoDB Local needs Java ${oldest} or later, but ${found}: install it, and set JAVA_HOME if another Java is in the PATH.`,
  )
}

/** The number after `version "`: 17 for "17.0.15", 8 for "1.8.0_392". Undefined if there is no Java. */
const versionOf = (command: string) =>
  new Promise<number | undefined>((resolve) => {
    execFile(command, ['-version'], (_, stdout, stderr) => {
      const [, version] = /version "(?:1\.)?(\d+)/.exec(stderr + stdout) ?? []
      resolve(version === undefined ? undefined : Number(version))
    })
  })
