/**
 * The settings of a stage with their defaults, and different ones for the stage `dev`; a setting's type is its
 * default's. `-c <name>=<value>` sets one, for `npx cdk deploy` and `npm start --`; the stack passes those that
 * functions read as environment variables.
 */
const table = {
  stage: {
    value: 'prod',
    oneOf: ['prod', 'dev'],
    about: '`prod`, or `dev` with separate stacks (`CourierDev...`) and some other defaults',
  },
  keepData: {
    value: true,
    dev: false,
    about:
      'retain table, photos, secrets and their KMS key when the stack is deleted, and protect the table from deletion',
  },
  authPerMinute: {
    value: 300,
    to: 3000,
    about: 'requests per minute and address to each authentication endpoint',
  },
  trackingPerMinute: { value: 60, to: 3000, about: 'requests per minute and address to public tracking' },
  failedLogins: { value: 10, about: 'failed logins in 15 minutes per account and address' },
  scansPerHour: { value: 100, to: 1000, about: 'QR scans per user and hour' },
  flightDataUrl: {
    value: 'https://aerodatabox.p.rapidapi.com',
    about: 'URL of AeroDataBox; `npm start` runs its own',
  },
  flightCallsPerHour: {
    value: 60,
    to: 3000,
    about: 'calls of the flight-data provider per hour, for all tenants together',
  },
  flightSyncMinutes: { value: 10, to: 60, about: 'minutes between synchronisations of due flights' },
  webhooksToLoopback: {
    value: false,
    about: 'allow webhooks to loopback addresses and plain HTTP; `npm start` sets it to `true`',
  },
  webhookPorts: { value: '443', about: 'ports that webhooks may have, separated by commas, such as 443,8443' },
  documentsPerMinute: {
    value: 300,
    to: 1000,
    about: 'labels and manifests per minute and company; each takes some 30 ms of a function that all share',
  },
  accessTokenSeconds: { value: 900, about: 'lifetime of an access token in seconds' },
  sessionDays: {
    value: 90,
    to: 3650,
    about: 'days after which a session ends, however often its tokens are refreshed',
  },
  refreshTokenSeconds: { value: 604_800, to: 2_592_000, about: 'lifetime of a refresh token in seconds' },
  bcryptCost: {
    value: 10,
    from: 4,
    to: 16,
    about: 'bcrypt cost of password hashes; less than 10 for tests only',
  },
  authConcurrency: {
    value: 50,
    dev: 0,
    from: 0,
    to: 1000,
    about: 'reserved concurrency of the function that hashes passwords; `0` reserves none',
  },
  refuseCommonPasswords: {
    value: true,
    about: 'refuse common passwords; `npm start` sets it to `false`',
  },
  mailFrom: {
    value: 'Courier Logistics <no-reply@example.com>',
    about: 'sender of e-mails, verified in SES',
  },
  issuer: { value: 'courier-logistics', about: 'issuer of the tokens (`iss`)' },
  publicUrl: {
    value: '',
    about:
      'public URL of the API, for redirect URIs, such as https://api.example; by default the one AWS assigns',
  },
  socketUrl: {
    value: '',
    about:
      'public URL of the WebSocket API, such as wss://api.example/ws; by default `/ws` of publicUrl, or the one AWS assigns',
  },
  certificateArn: {
    value: '',
    about: 'certificate (in us-east-1) for the host of publicUrl; by default CloudFront’s own domain is used',
  },
  edgePerFiveMinutes: {
    value: 2000,
    from: 10,
    to: 2_000_000_000,
    about: 'requests per five minutes and address that the firewall allows',
  },
  logLevel: {
    value: 'INFO',
    oneOf: ['DEBUG', 'INFO', 'WARN', 'ERROR'],
    about: 'DEBUG, INFO, WARN or ERROR; above INFO the alarm on failed sign-ins does not work',
  },
  corsOrigins: { value: '*', about: 'allowed CORS origins, separated by commas' },
  routeRate: { value: 1000, about: 'requests per second and route that the gateway allows' },
  routeBurst: { value: 2000, about: 'burst per route that the gateway allows' },
  logDays: { value: 30, dev: 7, about: 'retention of logs in days' },
  alarmEmail: {
    value: '',
    about: 'e-mail address that receives alarms; by default only the dashboard shows them',
  },
} satisfies Record<string, Row>

interface Row {
  value: number | boolean | string
  /** The default for the stage `dev`, if it differs. */
  dev?: number | boolean | string
  about: string
  /** The bounds of a number, both inclusive; by default 1 and the largest safe integer. */
  from?: number
  to?: number
  oneOf?: readonly string[]
}
type Name = keyof typeof table
type Widen<T> = T extends number ? number : T extends boolean ? boolean : string
export type Settings = { readonly [N in Name]: Widen<(typeof table)[N]['value']> }

export const settingNames = Object.keys(table) as Name[]
/** All settings with their defaults, `dev` only where it differs. */
export const describeSettings = () => settingNames.map((name) => ({ name, ...(table[name] as Row) }))

/** The environment variable of a setting: `authPerMinute` is `AUTH_PER_MINUTE`. */
export const variableOf = (name: Name) => name.replace(/[A-Z]/g, (c) => `_${c}`).toUpperCase()

/**
 * Reads the settings by name with `lookUp` (CDK context, environment), with their defaults. Throws an Error that
 * names an invalid setting and its problem.
 */
export function readSettings(lookUp: (name: Name) => unknown): Settings {
  const stage = convert('stage', lookUp('stage'))
  const defaultOf = ({ value, dev = value }: Row) => (stage === 'dev' ? dev : value)
  return Object.fromEntries(
    settingNames.map((name) => [name, convert(name, lookUp(name) ?? defaultOf(table[name]))]),
  ) as Settings
}

/** Throws an Error for an unknown setting, which is probably a typing error. */
export function refuseUnknownSettings(names: readonly string[]): void {
  const unknown = names.find((name) => /^[a-z]+$/i.test(name) && !(name in table))
  if (unknown) throw new Error(`There is no setting ${unknown}; there are ${settingNames.join(', ')}.`)
}

function convert(name: Name, given: unknown): number | boolean | string {
  const { value, from = 1, to = Number.MAX_SAFE_INTEGER, oneOf }: Row = table[name]
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
