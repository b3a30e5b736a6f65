import { parseArgs, type ParseArgsConfig } from 'node:util'
import { errorMessage } from '../lib/local/runtime/startup-error.ts'

/**
 * The arguments of a command. `help`: the usage, which is its first line, and what a user has to know about options and
 * environment; `--help` prints it and exits. An argument that the command does not have ends it with the usage.
 */
export function commandLine<const C extends ParseArgsConfig>(help: string, config: C) {
  if (process.argv.slice(2).includes('--help')) {
    console.log(`Usage: ${help}`)
    process.exit(0)
  }
  try {
    return parseArgs(config)
  } catch (error) {
    return refuseArguments(help, errorMessage(error))
  }
}

/** Ends the command, since it cannot be carried out with its arguments; prints why, and the usage, in a line. */
export function refuseArguments(help: string, why?: string): never {
  const [usage = ''] = help.split('\n')
  console.error(`${why === undefined ? '' : `${why}. `}Usage: ${usage}`)
  process.exit(1)
}
