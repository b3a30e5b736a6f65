import { commonOptions, type Command, type Options } from './command.ts'
import { columns } from './output.ts'

/** How the command is written, without its options. */
export const synopsis = ({ name, argument }: Command): string =>
  argument === undefined ? `courier ${name}` : `courier ${name} <${argument}>`

/** An option as it is written. */
export const flag = (name: string, value: string | undefined): string =>
  value === undefined ? `--${name}` : `--${name} ${value}`

const optionLines = (options: Options) =>
  columns(Object.entries(options).map(([name, { value, about }]) => [`  ${flag(name, value)}`, about]))

/** The help of one command. */
export function helpFor(command: Command): string {
  const own = optionLines(command.options)
  return [
    `${synopsis(command)}${own.length > 0 ? ' [options]' : ''}`,
    '',
    `${command.summary}.`,
    ...(own.length > 0 ? ['', 'Options', ...own] : []),
    '',
    'Options of every command',
    ...optionLines(commonOptions),
  ].join('\n')
}

/** The help of all commands. */
export const help = (commands: readonly Command[]): string =>
  [
    'courier <command> [options]',
    '',
    ...columns(commands.map((command) => [`  ${synopsis(command)}`, command.summary])),
    '',
    'courier <command> --help explains one, courier --version prints the version.',
    'Exit codes: 0 done, 1 refused by the service, 2 not a valid command line.',
  ].join('\n')
