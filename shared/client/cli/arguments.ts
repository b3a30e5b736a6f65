import { parseArgs } from 'node:util'
import { commonOptions, UsageError, type Command, type Options } from './command.ts'
import { synopsis } from './help.ts'
import { suggestion } from './suggestion.ts'

/**
 * The options and the argument on a command line. Throws UsageError for one that the command does not take, or that has
 * no value.
 */
export function parse(command: Command, args: readonly string[]) {
  const options: Options = { ...command.options, ...commonOptions }
  const explain = (problem: string) =>
    new UsageError(`${problem}${problem.endsWith('?') ? '' : '.'} courier ${command.name} --help explains it.`)
  let parsed
  try {
    parsed = parseArgs({ args: joinNumbers(args), allowPositionals: true, options: configOf(options) })
  } catch (error) {
    throw explain(problemOf(error as NodeJS.ErrnoException, options))
  }
  const { values, positionals } = parsed
  if (values['help'] === true) return { values, argument: '' }
  const [argument, ...others] = positionals
  const extra = command.argument === undefined ? argument : others[0]
  if (extra !== undefined) throw explain(`${extra} is one argument too many: write ${synopsis(command)}`)
  if (command.argument !== undefined && argument === undefined)
    throw new UsageError(`Write ${synopsis(command)}. courier ${command.name} --help explains it.`)
  return { values, argument: argument ?? '' }
}

const configOf = (options: Options) =>
  Object.fromEntries(
    Object.entries(options).map(([name, { value, short }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const), ...(short && { short }) },
    ]),
  )

/** `--weight -3` as `--weight=-3`: parseArgs takes -3 for options, and the command can say which numbers are valid. */
const joinNumbers = (args: readonly string[]): string[] =>
  args.reduce<string[]>((joined, arg) => {
    const previous = joined.at(-1) ?? ''
    if (!/^-\d/.test(arg) || !/^--[^=]+$/.test(previous)) return [...joined, arg]
    return [...joined.slice(0, -1), `${previous}=${arg}`]
  }, [])

/** The first sentence of an error of parseArgs; the others explain how to write arguments that begin with a dash. */
function problemOf({ code, message }: NodeJS.ErrnoException, options: Options): string {
  const [sentence = ''] = message.split(/\.\s/)
  const [, name = ''] = /'--([^ ']+)/.exec(sentence) ?? []
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const other = suggestion(name, Object.keys(options))
    return other === undefined ? sentence : `${sentence}: did you mean --${other}?`
  }
  const value = options[name]?.value
  return value === undefined
    ? sentence
    : `--${name} needs a value: write --${name} ${value}, or --${name}=${value} if it begins with a dash`
}
