/**
 * The settings of a stage with their defaults, and different ones for the stage `dev`; a setting's type is its
 * default's. `-c <name>=<value>` sets one, for `npx cdk deploy` and `npm start --`; the stack passes those that
 * functions read as environment variables.
 */
export const settingRows = {
  stage: { value: 'prod', oneOf: ['prod', 'dev'] },
  keepData: { value: true, dev: false, stackOnly: true },
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
  bcryptCost: { value: 10, from: 4, to: 16 },
  authConcurrency: { value: 50, dev: 0, from: 0, to: 1000, stackOnly: true },
  refuseCommonPasswords: { value: true },
  mailFrom: { value: 'Courier Logistics <no-reply@example.com>' },
  issuer: { value: 'courier-logistics' },
  publicUrl: { value: '' },
  socketUrl: { value: '' },
  domainName: { value: '', stackOnly: true },
  certificateArn: { value: '', stackOnly: true },
  hostedZoneId: { value: '', stackOnly: true },
  // A warehouse of 40 scanners behind one address sends 19,000 at most (docs/decisions/20).
  edgePerFiveMinutes: { value: 20_000, from: 10, to: 2_000_000_000, stackOnly: true },
  edgeOnly: { value: false },
  originKey: { value: 1, stackOnly: true },
  tableConditions: {
    value: 'leadingKeys',
    oneOf: ['leadingKeys', 'enclosingOperation'],
    stackOnly: true,
  },
  tableStreamArn: { value: '', stackOnly: true },
  logLevel: { value: 'INFO', oneOf: ['DEBUG', 'INFO', 'WARN', 'ERROR'] },
  corsOrigins: { value: '*' },
  routeRate: { value: 1000, stackOnly: true },
  routeBurst: { value: 2000, stackOnly: true },
  // API Gateway allows an account 10,000 requests a second by default; a company with ten million parcels a year peaks
  // at some hundred.
  companyRate: { value: 2000, to: 1_000_000 },
  companyBurst: { value: 4000, to: 1_000_000 },
  logDays: { value: 30, dev: 7, stackOnly: true },
  alarmEmail: { value: '', stackOnly: true },
} satisfies Record<string, SettingRow>

export interface SettingRow {
  /** Only the stacks read it: another value changes no function. */
  stackOnly?: true
  value: number | boolean | string
  /** The default for the stage `dev`, if it differs. */
  dev?: number | boolean | string
  /** The bounds of a number, both inclusive; by default 1 and the largest safe integer. */
  from?: number
  to?: number
  oneOf?: readonly string[]
}
export type SettingName = keyof typeof settingRows
type Widen<T> = T extends number ? number : T extends boolean ? boolean : string
export type Settings = { readonly [N in SettingName]: Widen<(typeof settingRows)[N]['value']> }

export const settingNames = Object.keys(settingRows) as SettingName[]
/** The settings that functions read. */
export const functionSettings = settingNames.filter((name) => !(settingRows[name] as SettingRow).stackOnly)
/** The environment variable of a setting: `authPerMinute` is `AUTH_PER_MINUTE`. */
export const variableOf = (name: SettingName) => name.replace(/[A-Z]/g, (c) => `_${c}`).toUpperCase()

/** The address of the service for people, without a slash at its end; '' if it is the one that AWS assigns. */
export const publicUrlOf = ({ publicUrl, domainName }: Settings) =>
  publicUrl.replace(/\/+$/, '') || (domainName && `https://${domainName}`)

/**
 * Reads the settings by name with `lookUp` (CDK context, environment), with their defaults. Throws an Error that
 * names an invalid setting and its problem.
 */
export function readSettings(lookUp: (name: SettingName) => unknown): Settings {
  const stage = convert('stage', lookUp('stage'))
  const defaultOf = ({ value, dev = value }: SettingRow) => (stage === 'dev' ? dev : value)
  return Object.fromEntries(
    settingNames.map((name) => [name, convert(name, lookUp(name) ?? defaultOf(settingRows[name]))]),
  ) as Settings
}

/** Throws an Error for an unknown setting, which is probably a typing error. */
export function refuseUnknownSettings(names: readonly string[]): void {
  const unknown = names.find((name) => /^[a-z]+$/i.test(name) && !(name in settingRows))
  if (unknown) throw new Error(`There is no setting ${unknown}; there are ${settingNames.join(', ')}.`)
}

function convert(name: SettingName, given: unknown): number | boolean | string {
  const { value, from = 1, to = Number.MAX_SAFE_INTEGER, oneOf }: SettingRow = settingRows[name]
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
