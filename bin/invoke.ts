import { groups } from '../functions/index.ts'
import { StartupError } from '../lib/local/runtime/startup-error.ts'
import { invoker } from '../lib/local/invoke/invoker.ts'
import { completeEvent, readEvent } from '../lib/local/invoke/sample-event.ts'
import { commandLine, refuseArguments } from './command-line.ts'

// `npm run invoke`: invokes a Lambda function with an event, bypassing the gateway. Only the result goes to stdout.
process.env['TZ'] = 'UTC'

const help = `npm run invoke -- function event.json [name=value ...] [--print] [--app assembly-directory]

  function         ${Object.keys(groups).join(', ')}
  event.json       the event, with {{name}} for each value
  --print          prints the completed event instead of invoking the function
  --app directory  runs an app that is synthesised already`
const note = (line: string) => console.error(line)

async function main(): Promise<void> {
  const { group, file, values, print, app } = invocation()
  const event = readEvent(file)
  await using functions = invoker(process.env['LOCAL_DATA_DIR'] || '.local', app, note)
  const { invoke } = functions
  const completed = await completeEvent(event, values, invoke, note)
  console.log(JSON.stringify(print ? completed : await invoke(group, completed), null, 2))
}

function invocation() {
  const { values: options, positionals } = commandLine(help, {
    allowPositionals: true,
    options: { print: { type: 'boolean' }, app: { type: 'string' } },
  })
  const [group, file, ...pairs] = positionals
  if (group === undefined || file === undefined) refuseArguments(help)
  if (!Object.hasOwn(groups, group))
    throw new StartupError(`Unknown function ${group}. Functions: ${Object.keys(groups).join(', ')}.`)
  return { ...options, group, file, values: new Map(pairs.map(nameAndValue)) }
}

function nameAndValue(text: string): [string, string] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (name !== undefined && value !== undefined) return [name, value]
  throw new StartupError(`${text}: use the form name=value.`)
}

try {
  await main()
} catch (error) {
  // A bug is printed with its stack, a StartupError as one line.
  console.error(error instanceof StartupError ? error.message : error)
  process.exitCode = 1
}
