import { parse } from './arguments.ts'
import { UsageError, type Context, type Command } from './command.ts'
import { describeFailure } from './failure.ts'
import { help, helpFor } from './help.ts'
import { clientOf } from './service.ts'
import { savedSession, sessionFile } from './session-file.ts'
import { suggestion } from './suggestion.ts'
import { audit } from './commands/audit.ts'
import { book } from './commands/book.ts'
import { label } from './commands/label.ts'
import { listen } from './commands/listen.ts'
import { pack } from './commands/pack.ts'
import { scan } from './commands/scan.ts'
import { signIn, signOut } from './commands/sign-in.ts'
import { list, show } from './commands/shipments.ts'
import { track } from './commands/track.ts'

/** The commands, in the order of the help. */
const commands: readonly Command[] = [
  signIn,
  book,
  pack,
  list,
  show,
  label,
  scan,
  track,
  listen,
  audit,
  signOut,
]

/** Runs a command with its arguments; resolves to the exit code. Errors are printed on stderr. */
export async function run(name: string, args: readonly string[]): Promise<number> {
  let url: string | undefined
  try {
    if (['--help', '-h', 'help'].includes(name)) return printLine(help(commands))
    const command = commands.find((one) => one.name === name)
    if (!command) throw unknownCommand(name)
    const { values, argument } = parse(command, args)
    if (values['help'] === true) return printLine(helpFor(command))
    url = serviceUrl(values['url'] as string | undefined)
    const session = sessionFile(url)
    const { COURIER_EMAIL: email, COURIER_PASSWORD: password } = process.env
    if (!command.public && !(email && password) && !(await session.load()))
      throw new UsageError(`You are not signed in to ${url}. Sign in: courier sign-in --url ${url}`)
    const login = email && password ? { email, password } : {}
    const client = clientOf({ baseUrl: url, session, ...login })
    const print = (value: unknown, text: string) =>
      printLine(values['json'] === true ? JSON.stringify(value) : text)
    // Which of them have values, and which are switches, follows from the same options.
    const own = values as Context['values']
    return (await command.run({ url, client, session, values: own, argument, print })) ?? 0
  } catch (error) {
    const { lines, code } = describeFailure(error, url)
    console.error(`courier: ${lines.join('\n')}`)
    return code
  }
}

const printLine = (text: string) => {
  console.log(text)
  return 0
}

function unknownCommand(name: string): UsageError {
  const other = suggestion(
    name,
    commands.map((one) => one.name),
  )
  const question = other === undefined ? '' : `: did you mean ${other}?`
  return new UsageError(`${name} is not a command${question || '.'} courier --help lists them.`)
}

/** The base URL of the service. Throws UsageError. */
function serviceUrl(option: string | undefined): string {
  const url = option ?? (process.env['COURIER_URL'] || savedSession()?.url)
  if (url === undefined)
    throw new UsageError('Which service? Write --url https://api.example, or set COURIER_URL.')
  if (!URL.canParse(url) || !/^https?:/i.test(url))
    throw new UsageError(`${url} is not the address of a service: write one like --url https://api.example`)
  return url.replace(/\/+$/, '')
}
