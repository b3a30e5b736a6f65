import { functionRows, readRows, type SettingRow, type ValuesOf } from './function-settings.ts'

/** The settings of a stage: those that functions read, and those that only the stacks do, which change no function. */
export const settingRows = {
  ...functionRows,
  keepData: {
    description:
      'retain table, buckets, secrets and their KMS key when the stack is deleted, keep deleted photos for 30 days, and protect the table and the stacks from deletion',
    value: true,
    dev: false,
  },
  authConcurrency: {
    description: 'reserved concurrency of the function that hashes passwords; `0` reserves none',
    value: 50,
    dev: 0,
    from: 0,
    to: 1000,
  },
  domainName: {
    description:
      'own domain of pages and API, such as parcels.example, with certificateArn; publicUrl follows from it',
    value: '',
  },
  certificateArn: {
    description: 'certificate (in us-east-1) of domainName',
    value: '',
  },
  hostedZoneId: {
    description: 'zone in Route 53 that gets the DNS records of domainName; by default the record is printed',
    value: '',
  },
  // A warehouse of 40 scanners behind one address sends 19,000 at most (docs/decisions/20).
  edgePerFiveMinutes: {
    description: 'requests per five minutes and address that the firewall allows',
    value: 20_000,
    from: 10,
    to: 2_000_000_000,
  },
  originKey: {
    description:
      'number of the key in the secret `Origin` that the edge sends to the API; any key of it is accepted',
    value: 1,
  },
  tableConditions: {
    description:
      '`enclosingOperation` restricts transactions and queries of indexes less, if DynamoDB denies them ([decision 14](../decisions/14-least-privilege-per-function.md))',
    value: 'leadingKeys',
    oneOf: ['leadingKeys', 'enclosingOperation'],
  },
  rollout: {
    description:
      'how a deployment shifts functions to their new version, by the name of CodeDeploy’s configuration; alarms stop it, but for `LambdaAllAtOnce`',
    value: 'LambdaLinear10PercentEvery1Minute',
    dev: 'LambdaAllAtOnce',
    oneOf: [
      'LambdaAllAtOnce',
      'LambdaCanary10Percent5Minutes',
      'LambdaCanary10Percent10Minutes',
      'LambdaLinear10PercentEvery1Minute',
      'LambdaLinear10PercentEvery2Minutes',
    ],
  },
  // The alarm JourneyFails counts two failures in 15 minutes.
  canaryMinutes: {
    description: 'minutes between synthetic journeys through the service; `0` for none',
    value: 2,
    dev: 0,
    from: 0,
    to: 7,
  },
  tableStreamArn: {
    description: 'stream of a table that was restored under its name; by default the one it was created with',
    value: '',
  },
  routeRate: {
    description: 'requests per second and path that the gateway allows',
    value: 1000,
  },
  routeBurst: {
    description: 'burst per path that the gateway allows',
    value: 2000,
  },
  designPage: {
    description: 'whether /design shows the design system of the pages; the local cloud does',
    value: false,
  },
  logDays: {
    description: 'retention of logs in days',
    value: 30,
    dev: 7,
  },
  alarmEmail: {
    description: 'e-mail address that receives alarms; by default only the dashboard shows them',
    value: '',
  },
} satisfies Record<string, SettingRow>

export type SettingName = keyof typeof settingRows
export type Settings = ValuesOf<typeof settingRows>
const settingNames = Object.keys(settingRows) as SettingName[]

/**
 * Reads the settings by name with `lookUp` (CDK context: `-c <name>=<value>` of `npx cdk deploy` and `npm start --`), with
 * their defaults. Throws an Error that names an invalid setting and its problem.
 */
export const readSettings = (lookUp: (name: SettingName) => unknown): Settings => readRows(settingRows, lookUp)

/** Throws an Error for an unknown setting, which is probably a typing error. */
export function refuseUnknownSettings(names: readonly string[]): void {
  const unknown = names.find((name) => /^[a-z]+$/i.test(name) && !(name in settingRows))
  if (unknown) throw new Error(`There is no setting ${unknown}; there are ${settingNames.join(', ')}.`)
}
