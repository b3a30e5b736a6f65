import cdk from '../cdk.json' with { type: 'json' }
import { StartupError } from './local/runtime/startup-error.ts'

/** The CDK context of `-c name=value` options. Throws StartupError for an option in another form. */
export const contextOf = (options: readonly string[]): Record<string, string> =>
  Object.fromEntries(options.map(nameAndValue))

function nameAndValue(text: string): [string, string] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (name !== undefined && value !== undefined) return [name, value]
  throw new StartupError(`-c ${text}: use the form name=value.`)
}

/** The context in which the CDK CLI runs the app: that of cdk.json, and `options`, as `-c` gives them, before it. */
export const appContext = (options: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...cdk.context,
  ...options,
})
