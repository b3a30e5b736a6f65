import { parseArgs } from 'node:util'
import { groups } from '../functions/index.ts'
import { StartupError, errorMessage } from '../lib/local/runtime/startup-error.ts'
import { invoker } from '../lib/local/invoke/invoker.ts'
import { completeEvent, readEvent } from '../lib/local/invoke/sample-event.ts'

// `npm run invoke`: one Lambda function on one event, past the gateway. Only its result goes to stdout.
process.env['TZ'] = 'UTC'

const usage = 'npm run invoke -- function event.json [name=value ...] [--print] [--app assembly-directory]'
const note = (line: string) => console.error(line)

async function main(): Promise<void> {
  const { group, file, values, print, app } = commandLine()
  const event = readEvent(file)
  await using functions = invoker(process.env['LOCAL_DATA_DIR'] || '.local', app, note)
  const { invoke } = functions
  const complete = await completeEvent(event, values, invoke, note)
  console.log(JSON.stringify(print ? complete : await invoke(group, complete), null, 2))
}

function commandLine() {
  const { values: options, positionals } = parsed()
  const [group, file, ...given] = positionals
  if (group === undefined || file === undefined) throw new StartupError(`Usage: ${usage}`)
  if (!Object.hasOwn(groups, group))
    throw new StartupError(`There is no function ${group}: it is one of ${Object.keys(groups).join(', ')}.`)
  return { ...options, group, file, values: new Map(given.map(nameAndValue)) }
}

function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { print: { type: 'boolean' }, app: { type: 'string' } },
    })
  } catch (error) {
    throw new StartupError(`${errorMessage(error)} Usage: ${usage}`)
  }
}

function nameAndValue(text: string): [string, string] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (name !== undefined && value !== undefined) return [name, value]
  throw new StartupError(`${text}: a value is given as name=value.`)
}

try {
  await main()
} catch (error) {
  // A bug shows its stack; what the user can mend is one line.
  console.error(error instanceof StartupError ? error.message : error)
  process.exitCode = 1
}
