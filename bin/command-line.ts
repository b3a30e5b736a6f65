import { parseArgs, type ParseArgsConfig } from 'node:util'
import { StartupError, errorMessage } from '../lib/local/runtime/startup-error.ts'

/**
 * The arguments of a command. `help`: the usage, which is its first line, and what a user has to know about options and
 * environment; `--help` prints it and exits. Throws StartupError with the usage for an argument that the command does not
 * have.
 */
export function commandLine<const C extends ParseArgsConfig>(help: string, config: C) {
  if (process.argv.slice(2).includes('--help')) {
    console.log(`Usage: ${help}`)
    process.exit(0)
  }
  try {
    return parseArgs(config)
  } catch (error) {
    throw new StartupError(`${errorMessage(error)} Usage: ${usageOf(help)}`)
  }
}

/** The usage, the first line of a command's help. */
export const usageOf = (help: string) => help.split('\n')[0] ?? ''
