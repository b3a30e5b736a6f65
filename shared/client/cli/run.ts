import { parseArgs } from 'node:util'
import { courierClient } from '../client.ts'
import { commonOptions, UsageError, type Command, type Context, type Options } from './command.ts'
import { commands } from './commands.ts'
import { describeFailure } from './failure.ts'
import { help, helpFor, synopsis } from './help.ts'
import { savedSession, sessionFile } from './session-file.ts'

/** Runs a command with its arguments; resolves to the exit code. Errors are printed on stderr. */
export async function run(name: string, args: readonly string[]): Promise<number> {
  let url: string | undefined
  try {
    if (['--help', '-h', 'help'].includes(name)) return printLine(help(commands))
    const command = commands.find((one) => one.name === name)
    if (!command) throw new UsageError(`${name} is not a command. courier --help lists them.`)
    const { values, argument } = parse(command, args)
    if (values['help'] === true) return printLine(helpFor(command))
    if ((command.argument === undefined) !== (argument === undefined))
      throw new UsageError(`Write ${synopsis(command)}. courier ${name} --help explains it.`)
    url = serviceUrl(values['url'] as string | undefined)
    const session = sessionFile(url)
    const { COURIER_EMAIL: email, COURIER_PASSWORD: password } = process.env
    if (!command.public && !(email && password) && !(await session.load()))
      throw new UsageError(`You are not signed in to ${url}. Sign in: courier sign-in --url ${url}`)
    const login = email && password ? { email, password } : {}
    const client = courierClient({ baseUrl: url, session, ...login })
    const print = (value: unknown, text: string) =>
      printLine(values['json'] === true ? JSON.stringify(value) : text)
    // Which of them have values, and which are switches, follows from the same options.
    const own = values as Context['values']
    return (await command.run({ url, client, session, values: own, argument: argument ?? '', print })) ?? 0
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

/** Throws UsageError. */
function parse({ name, options }: Command, args: readonly string[]) {
  const all: Options = { ...options, ...commonOptions }
  const known = Object.entries(all).map(
    ([option, { value }]) => [option, { type: value === undefined ? 'boolean' : 'string' }] as const,
  )
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: Object.fromEntries(known),
    })
    if (positionals.length > 1) throw new Error(`${positionals[1]} is one argument too many`)
    return { values, argument: positionals[0] }
  } catch (error) {
    // Node.js explains after the first sentence how to pass such a text as an argument.
    const [problem = ''] = (error as Error).message.split('. ')
    throw new UsageError(`${problem}. courier ${name} --help lists the options.`)
  }
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
