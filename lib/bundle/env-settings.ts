type Values = Record<string, string | undefined>
interface Setting<T> {
  environmentVariableSelector(environment: Values, options?: object): T | undefined
  default: T | (() => T | Promise<T>)
}

/**
 * Stands in for how the SDK looks for each of its settings (stand-ins.ts): in the environment, else the default. On
 * Lambda there are no ini files, for which it would look each time.
 */
export const loadConfig = <T>(
  { environmentVariableSelector, default: otherwise }: Setting<T>,
  options?: object,
) => {
  let found: Promise<T> | undefined
  const find = async () =>
    environmentVariableSelector(process.env, options) ??
    (typeof otherwise === 'function' ? await (otherwise as () => T | Promise<T>)() : otherwise)
  return () => (found ??= find())
}
