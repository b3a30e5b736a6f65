import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { contextOf, deploymentContext, settingsOf } from '../lib/context.ts'
import { errorMessage } from '../lib/local/runtime/startup-error.ts'
import { commandNames, restore } from '../lib/restore/restore.ts'
import { commandLine, refuseArguments } from './command-line.ts'

// `npm run restore -- <command> [--to time] [--table name] [-c name=value ...]`: restores the table of a stage
// (docs/operations/runbook.md).
const help = `npm run restore -- ${commandNames.join('|')} [--to <time>] [--table <name>] [-c name=value ...]

  --to <time>      the moment to restore, in RFC 3339
  --table <name>   the restored table
  -c name=value    a setting, as for cdk deploy (docs/reference/settings.md)`
try {
  const {
    values: { context = [], to, table },
    positionals: [command = '', ...others],
  } = commandLine(help, {
    allowPositionals: true,
    options: {
      to: { type: 'string', default: '' },
      table: { type: 'string', default: '' },
      context: { type: 'string', short: 'c', multiple: true },
    },
  })
  if (!commandNames.includes(command) || others.length > 0) refuseArguments(help)
  const settings = settingsOf(deploymentContext(contextOf(context)))
  const config = fileURLToPath(import.meta.resolve('../cdk.json'))
  const clock = { now: Date.now, sleep: setTimeout }
  const done = await restore(command, { settings, to, table, config }, clock, console.log)
  process.exitCode = done ? 0 : 1
} catch (error) {
  console.error(errorMessage(error))
  process.exitCode = 1
}
