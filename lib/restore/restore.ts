import type { Settings } from '../../shared/config/settings.ts'
import { StartupError } from '../local/runtime/startup-error.ts'
import { namedRegion } from '../region.ts'
import { cleanSteps } from './clean.ts'
import { copySteps } from './copy.ts'
import { Refusal } from './refusal.ts'
import { replaceSteps } from './replace.ts'
import { startSteps } from './start.ts'
import { run, type Clock, type Step } from './step.ts'
import { replaceCommand, streamSettingStep } from './stream-setting.ts'
import { describe } from './tables.ts'
import { targetOf, type Target } from './target.ts'

export interface Options {
  settings: Settings
  /** A time with its zone, such as 2026-01-31T12:00:00Z. */
  to: string
  /** The name of the table, by which the operator confirms which one is replaced. */
  table: string
  /** The path of cdk.json. */
  config: string
}

interface Command {
  steps: (target: Target, options: Options) => Promise<Step[]>
  /** The next steps. */
  next: (target: Target) => string | Promise<string>
}

const commands: Record<string, Command> = {
  copy: {
    steps: (target, { to }) => copySteps(target, timeOf(to)),
    next: async (target) => {
      const found = await describe(target, target.copy)
      return `Look at ${target.copy}, with ${found?.ItemCount ?? 0} items at the last count. Then: ${replaceCommand(target)}`
    },
  },
  replace: {
    steps: async (target, { settings, table, config }) => [
      ...(await replaceSteps(target, table)),
      streamSettingStep(target, settings, config),
    ],
    next: ({ command }) =>
      `Deploy the commit that is deployed, with its options and this cdk.json: npx cdk deploy --all. Then: ${command('start')}`,
  },
  start: {
    steps: startSteps,
    next: ({ command }) => `When all is well, delete the copy: ${command('clean')}`,
  },
  clean: { steps: cleanSteps, next: () => 'Done' },
}
export const commandNames = Object.keys(commands)

/**
 * Restores the table of a stage, by one command after the other (docs/operations/runbook.md), and writes a line of `write`
 * for each step that is done, and while it waits. Resolves to whether the command has done all; if not, the last lines say
 * why and what to do. A command that was interrupted is started again. Throws StartupError for an unknown command or a wrong
 * option, and what AWS answers.
 */
export async function restore(
  name: string,
  options: Options,
  clock: Clock,
  write: (line: string) => void,
): Promise<boolean> {
  const command = commands[name]
  if (!command) throw new StartupError(`There is no command ${name}; there are ${commandNames.join(', ')}.`)
  const region = await namedRegion()
  if (!region) throw new StartupError('No region is named: set AWS_REGION, or a region in the profile.')
  try {
    const target = await targetOf(options.settings, region)
    for (const step of await command.steps(target, options)) await run(step, clock, write)
    write(await command.next(target))
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    write(`✗ ${error.message}\n    ${error.cure}`)
    return false
  }
}

function timeOf(text: string): Date {
  const time = new Date(text)
  // Without a zone it would be a time of this machine.
  if (/T.*(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(time.getTime())) return time
  throw new StartupError(`--to ${text}: use a time with its zone, such as 2026-01-31T12:00:00Z.`)
}
