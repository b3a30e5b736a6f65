/**
 * The settings that functions read, with their defaults for the stage `prod`, and different ones for `dev`; a setting's type
 * is its default's. The stack passes them as environment variables.
 */
export const functionRows = {
  stage: { value: 'prod', oneOf: ['prod', 'dev'] },
  authPerMinute: { value: 300, to: 3000 },
  trackingPerMinute: { value: 60, to: 3000 },
  failedLogins: { value: 10 },
  scansPerHour: { value: 100, to: 1000 },
  flightDataUrl: { value: 'https://aerodatabox.p.rapidapi.com' },
  flightCallsPerHour: { value: 60, to: 3000 },
  flightSyncMinutes: { value: 10, to: 60 },
  webhooksToLoopback: { value: false },
  webhookPorts: { value: '443' },
  documentsPerMinute: { value: 300, to: 1000 },
  accessTokenSeconds: { value: 900 },
  sessionDays: { value: 90, to: 3650 },
  refreshTokenSeconds: { value: 604_800, to: 2_592_000 },
  deviceTokenSeconds: { value: 2_592_000, to: 7_776_000 },
  bcryptCost: { value: 10, from: 4, to: 16 },
  refuseCommonPasswords: { value: true },
  mailFrom: { value: 'Courier Logistics <no-reply@example.com>' },
  issuer: { value: 'courier-logistics' },
  publicUrl: { value: '' },
  socketUrl: { value: '' },
  edgeOnly: { value: false },
  logLevel: { value: 'INFO', oneOf: ['DEBUG', 'INFO', 'WARN', 'ERROR'] },
  corsOrigins: { value: '*' },
  // API Gateway allows an account 10,000 requests a second by default; a company with ten million parcels a year peaks
  // at some hundred.
  companyRate: { value: 2000, to: 1_000_000 },
  companyBurst: { value: 4000, to: 1_000_000 },
} satisfies Record<string, SettingRow>

export interface SettingRow {
  value: number | boolean | string
  /** The default for the stage `dev`, if it differs. */
  dev?: number | boolean | string
  /** The bounds of a number, both inclusive; by default 1 and the largest safe integer. */
  from?: number
  to?: number
  oneOf?: readonly string[]
}
type Widen<T> = T extends number ? number : T extends boolean ? boolean : string
/** The values of settings, by their rows. */
export type ValuesOf<Rows extends Record<string, SettingRow>> = {
  readonly [N in keyof Rows]: Widen<Rows[N]['value']>
}
export type FunctionSettings = ValuesOf<typeof functionRows>
export const functionSettingNames = /* @__PURE__ */ Object.keys(functionRows) as (keyof FunctionSettings)[]

/** The environment variable of a setting: `authPerMinute` is `AUTH_PER_MINUTE`. */
export const variableOf = (name: keyof FunctionSettings) => name.replace(/[A-Z]/g, (c) => `_${c}`).toUpperCase()

/** The address of the service for people, without a slash at its end; '' if it is the one that AWS assigns. */
export const publicUrlOf = ({ publicUrl, domainName = '' }: { publicUrl: string; domainName?: string }) =>
  publicUrl.replace(/\/+$/, '') || (domainName && `https://${domainName}`)

/**
 * Reads settings by name with `lookUp` (CDK context, environment), with their defaults. Throws an Error that names an
 * invalid setting and its problem.
 */
export function readRows<Rows extends typeof functionRows & Record<string, SettingRow>>(
  rows: Rows,
  lookUp: (name: keyof Rows & string) => unknown,
): ValuesOf<Rows> {
  const stage = convert('stage', rows.stage, lookUp('stage'))
  const defaultOf = ({ value, dev = value }: SettingRow) => (stage === 'dev' ? dev : value)
  return Object.fromEntries(
    Object.entries<SettingRow>(rows).map(([name, row]) => [
      name,
      convert(name, row, lookUp(name) ?? defaultOf(row)),
    ]),
  ) as ValuesOf<Rows>
}

/** The settings of a function, from its environment. */
export const readFunctionSettings = (lookUp: (name: keyof FunctionSettings) => unknown): FunctionSettings =>
  readRows(functionRows, lookUp)

function convert(name: string, row: SettingRow, given: unknown): number | boolean | string {
  const { value, from = 1, to = Number.MAX_SAFE_INTEGER, oneOf } = row
  if (given === undefined) return value
  const text = typeof given === 'string' ? given : JSON.stringify(given)
  const refuse = (wanted: string) => new Error(`Setting ${name} is "${text}": it takes ${wanted}.`)
  if (typeof value === 'string') {
    if ((text === '' && value !== '') || (oneOf && !oneOf.includes(text)))
      throw refuse(oneOf?.join(', ') ?? 'a text')
    return text
  }
  if (typeof value === 'boolean') {
    if (text !== 'true' && text !== 'false') throw refuse('true or false')
    return text === 'true'
  }
  const number = text === '' ? NaN : Number(text)
  if (Number.isSafeInteger(number) && number >= from && number <= to) return number
  throw refuse(
    to === Number.MAX_SAFE_INTEGER ? `a whole number from ${from}` : `a whole number from ${from} to ${to}`,
  )
}
