import { functionRows, readRows, type SettingRow, type ValuesOf } from './function-settings.ts'

/** The settings of a stage: those that functions read, and those that only the stacks do, which change no function. */
export const settingRows = {
  ...functionRows,
  keepData: { value: true, dev: false },
  authConcurrency: { value: 50, dev: 0, from: 0, to: 1000 },
  domainName: { value: '' },
  certificateArn: { value: '' },
  hostedZoneId: { value: '' },
  // A warehouse of 40 scanners behind one address sends 19,000 at most (docs/decisions/20).
  edgePerFiveMinutes: { value: 20_000, from: 10, to: 2_000_000_000 },
  originKey: { value: 1 },
  tableConditions: {
    value: 'leadingKeys',
    oneOf: ['leadingKeys', 'enclosingOperation'],
  },
  rollout: {
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
  canaryMinutes: { value: 2, dev: 0, from: 0, to: 7 },
  tableStreamArn: { value: '' },
  routeRate: { value: 1000 },
  routeBurst: { value: 2000 },
  designPage: { value: false },
  logDays: { value: 30, dev: 7 },
  alarmEmail: { value: '' },
} satisfies Record<string, SettingRow>

export type SettingName = keyof typeof settingRows
export type Settings = ValuesOf<typeof settingRows>
export const settingNames = Object.keys(settingRows) as SettingName[]

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
