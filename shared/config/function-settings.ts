/**
 * The settings that functions read, with their defaults for the stage `prod`, and different ones for `dev`; a setting's type
 * is its default's. The stack passes them as environment variables.
 */
export const functionRows = {
  stage: {
    description: '`prod`, or `dev` with separate stacks (`CourierDev...`) and some other defaults',
    value: 'prod',
    oneOf: ['prod', 'dev'],
  },
  authPerMinute: {
    description: 'requests per minute and address to each authentication endpoint',
    value: 300,
    to: 3000,
  },
  trackingPerMinute: {
    description: 'requests per minute and address to public tracking',
    value: 60,
    to: 3000,
  },
  failedLogins: {
    description: 'failed logins in 15 minutes per account and address',
    value: 10,
  },
  registrationsPerNetwork: {
    description:
      'registrations per day and network; each further one waits twice as long, at first a minute. 0 for no limit, as `npm start` sets it',
    value: 20,
    from: 0,
    to: 1000,
  },
  auditDays: {
    description: 'days that entries of the audit log are kept',
    value: 400,
    from: 400,
    to: 4000,
  },
  scansPerHour: {
    description: 'QR scans per user and hour',
    value: 100,
    to: 1000,
  },
  flightDataUrl: {
    description: 'URL of AeroDataBox; `npm start` runs its own',
    value: 'https://aerodatabox.p.rapidapi.com',
  },
  flightCallsPerHour: {
    description: 'calls of the flight-data provider per hour, for all tenants together',
    value: 60,
    to: 3000,
  },
  flightSyncMinutes: {
    description: 'minutes between synchronisations of due flights',
    value: 10,
    to: 60,
  },
  webhooksToLoopback: {
    description: 'allow webhooks to loopback addresses and plain HTTP; `npm start` sets it to `true`',
    value: false,
  },
  webhookPorts: {
    description: 'ports that webhooks may have, separated by commas, such as 443,8443',
    value: '443',
  },
  // The set of a minute's posts is an item, which each batch of a host writes: 3,000 make it 40 KB.
  webhookPostsPerMinute: {
    description:
      'POSTs of webhooks per minute to one host, for all companies together, of which one company gets at most half; others wait',
    value: 3000,
    to: 3000,
  },
  documentsPerMinute: {
    description:
      'labels per minute and company; each takes some 30 ms of a function that all share. A manifest counts as one label, and one more for every 10 packages',
    value: 300,
    to: 1000,
  },
  lettersPerCompany: {
    description:
      'notices and codes of hand-overs per day and company, for each week since it registered; its deliveries add more',
    value: 200,
    to: 100_000,
  },
  lettersPerAddress: {
    description: 'notices and codes of hand-overs that an address gets per day of all companies',
    value: 120,
    to: 1000,
  },
  letterShare: {
    description: 'those of them that may be of one company',
    value: 40,
    to: 1000,
  },
  accessTokenSeconds: {
    description: 'lifetime of an access token in seconds',
    value: 900,
  },
  sessionDays: {
    description: 'days after which a session ends, however often its tokens are refreshed',
    value: 90,
    to: 3650,
  },
  refreshTokenSeconds: {
    description: 'lifetime of a refresh token in seconds',
    value: 604_800,
    to: 2_592_000,
  },
  deviceTokenSeconds: {
    description: 'the same of a session whose sign-in named its device, such as a worker’s phone',
    value: 2_592_000,
    to: 7_776_000,
  },
  bcryptCost: {
    description: 'bcrypt cost of password hashes; less than 10 for tests only',
    value: 10,
    from: 4,
    to: 16,
  },
  refuseCommonPasswords: {
    description: 'refuse common passwords; `npm start` sets it to `false`',
    value: true,
  },
  breachedPasswordsUrl: {
    description:
      'URL of the API of Pwned Passwords, `https://api.pwnedpasswords.com`, to refuse passwords that are known from data breaches; it gets the first five digits of a digest. By default it is not asked',
    value: '',
  },
  mailFrom: {
    description: 'sender of e-mails, verified in SES',
    value: 'Courier Logistics <no-reply@example.com>',
  },
  issuer: {
    description: 'issuer of the tokens (`iss`)',
    value: 'courier-logistics',
  },
  publicUrl: {
    description:
      'public URL of the API, for redirect URIs, such as https://api.example; by default the one AWS assigns',
    value: '',
  },
  socketUrl: {
    description:
      'public URL of the WebSocket API, such as wss://api.example/ws; by default `/ws` of publicUrl, or the one AWS assigns',
    value: '',
  },
  securityContact: {
    description:
      'whom `/.well-known/security.txt` names for reports of vulnerabilities: an e-mail address, or an https address; without it there is no such file',
    value: '',
  },
  edgeOnly: {
    description: 'refuse requests past the edge and its firewall, to the addresses that AWS assigns to the API',
    value: false,
  },
  logLevel: {
    description: 'DEBUG, INFO, WARN or ERROR; above INFO the alarm on failed sign-ins does not work',
    value: 'INFO',
    oneOf: ['DEBUG', 'INFO', 'WARN', 'ERROR'],
  },
  corsOrigins: {
    description: 'allowed CORS origins, separated by commas',
    value: '*',
  },
  // API Gateway allows an account 10,000 requests a second by default; a company with ten million parcels a year peaks
  // at some hundred.
  companyRate: {
    description:
      'requests per second and company, with a token; the gateway’s limits are shared by all companies',
    value: 2000,
    to: 1_000_000,
  },
  companyBurst: {
    description: 'burst per company',
    value: 4000,
    to: 1_000_000,
  },
} satisfies Record<string, SettingRow>

export interface SettingRow {
  /** Its purpose, in Markdown. */
  description: string
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
export const functionSettingNames = Object.keys(functionRows) as (keyof FunctionSettings)[]

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
