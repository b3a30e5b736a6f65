/**
 * Every setting of a stage with its default; its type is the default's type.
 * `-c <name>=<value>` sets one, for `npx cdk deploy` and for `npm start --` alike; the stack hands those that
 * functions read on as environment variables, and uses the others itself.
 */
const table = {
  authPerMinute: { value: 300, about: 'requests a minute from one address to each authentication endpoint' },
  failedLogins: { value: 10, about: 'failed logins in 15 minutes for one account from one address' },
  accessTokenSeconds: { value: 900, about: 'lifetime of an access token' },
  refreshTokenSeconds: { value: 604_800, about: 'lifetime of a refresh token' },
  bcryptCost: { value: 10, about: 'cost of a password hash, 10 or more outside tests' },
  refuseCommonPasswords: { value: false, about: 'refuse passwords that everybody guesses first' },
  issuer: { value: 'courier-logistics', about: 'issuer of the tokens (`iss`)' },
  logLevel: { value: 'INFO', about: 'DEBUG, INFO, WARN or ERROR' },
  corsOrigins: { value: '*', about: 'origins that browsers may call from, separated by commas' },
  routeRate: { value: 1000, about: 'requests a second that the gateway lets through to each route' },
  routeBurst: { value: 2000, about: 'burst that the gateway lets through to each route' },
  logDays: { value: 30, about: 'days that logs are kept' },
} as const

type Name = keyof typeof table
type Widen<T> = T extends number ? number : T extends boolean ? boolean : string
export type Settings = { readonly [N in Name]: Widen<(typeof table)[N]['value']> }

export const settingNames = Object.keys(table) as Name[]
export const describeSettings = () => settingNames.map((name) => ({ name, ...table[name] }))

/** The name under which a function finds a setting in its environment: `authPerMinute` is `AUTH_PER_MINUTE`. */
export const variableOf = (name: Name) => name.replace(/[A-Z]/g, (c) => `_${c}`).toUpperCase()

/**
 * The settings, from wherever `lookUp` finds them by name (CDK context, environment), else their defaults.
 * Throws an Error that names the setting and what is wrong with its value.
 */
export function readSettings(lookUp: (name: Name) => unknown): Settings {
  return Object.fromEntries(settingNames.map((name) => [name, convert(name, lookUp(name))])) as Settings
}

function convert(name: Name, given: unknown): number | boolean | string {
  const { value } = table[name]
  const text =
    typeof given === 'string' || typeof given === 'number' || typeof given === 'boolean' ? String(given) : ''
  if (text === '') return value
  if (typeof value === 'string') return text
  if (typeof value === 'boolean') {
    if (text === 'true' || text === 'false') return text === 'true'
    throw new Error(`Setting ${name} is "${text}": it takes true or false.`)
  }
  const number = Number(text)
  if (Number.isSafeInteger(number) && number > 0) return number
  throw new Error(`Setting ${name} is "${text}": it takes a whole number above 0.`)
}
