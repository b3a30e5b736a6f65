import cdk from '../cdk.json' with { type: 'json' }
import { readSettings, refuseUnknownSettings, settingRows, type Settings } from '../shared/config/settings.ts'
import { StartupError } from './local/runtime/startup-error.ts'

/** The CDK context of `-c name=value` options. Throws StartupError for an option in another form. */
export const contextOf = (options: readonly string[]): Record<string, string> =>
  Object.fromEntries(options.map(nameAndValue))

function nameAndValue(text: string): [string, string] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (name !== undefined && value !== undefined) return [name, value]
  throw new StartupError(`-c ${text}: use the form name=value.`)
}

export type Context = Record<string, unknown>

/** A context without, and with only, the settings that it has for each stage. */
function splitContext(context: Context): {
  options: Context
  stages: Record<string, Context | undefined>
} {
  const isStage = ([name]: [string, unknown]) => settingRows.stage.oneOf.includes(name)
  const entries = Object.entries(context)
  return {
    options: Object.fromEntries(entries.filter((entry) => !isStage(entry))),
    stages: Object.fromEntries(entries.filter(isStage)) as Record<string, Context>,
  }
}

/** The context in which the CDK CLI runs the app: that of cdk.json, and `options`, as `-c` gives them, before it. */
export const deploymentContext = (options: Context): Context => ({ ...cdk.context, ...options })

/** The same for the local cloud and tests: without the settings of deployed stages, such as their domain. */
export const appContext = (options: Context = {}): Context => ({
  ...splitContext(cdk.context).options,
  ...options,
})

/**
 * The settings in a context: options (`-c name=value`), and those that cdk.json has for the stage (`context.prod`,
 * `context.dev`). Throws an Error for an unknown setting and for a wrong value.
 */
export function settingsOf(context: Context): Settings {
  const { options, stages } = splitContext(context)
  const { stage = settingRows.stage.value } = options
  const ofStage = stages[stage as string] ?? {}
  refuseUnknownSettings([...Object.keys(options), ...Object.keys(ofStage)])
  return readSettings((name) => options[name] ?? ofStage[name])
}
