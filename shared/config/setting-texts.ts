import type { SettingRow } from './function-settings.ts'
import { settingNames, settingRows, type SettingName } from './settings.ts'

/** What each setting is for: for readers of the documentation, and no part of the functions' bundles. */
const texts: Record<SettingName, string> = {
  stage: '`prod`, or `dev` with separate stacks (`CourierDev...`) and some other defaults',
  keepData:
    'retain table, buckets, secrets and their KMS key when the stack is deleted, keep deleted photos for 30 days, and protect the table and the stacks from deletion',
  authPerMinute: 'requests per minute and address to each authentication endpoint',
  trackingPerMinute: 'requests per minute and address to public tracking',
  failedLogins: 'failed logins in 15 minutes per account and address',
  scansPerHour: 'QR scans per user and hour',
  flightDataUrl: 'URL of AeroDataBox; `npm start` runs its own',
  flightCallsPerHour: 'calls of the flight-data provider per hour, for all tenants together',
  flightSyncMinutes: 'minutes between synchronisations of due flights',
  webhooksToLoopback: 'allow webhooks to loopback addresses and plain HTTP; `npm start` sets it to `true`',
  webhookPorts: 'ports that webhooks may have, separated by commas, such as 443,8443',
  documentsPerMinute:
    'labels and manifests per minute and company; each takes some 30 ms of a function that all share',
  accessTokenSeconds: 'lifetime of an access token in seconds',
  sessionDays: 'days after which a session ends, however often its tokens are refreshed',
  refreshTokenSeconds: 'lifetime of a refresh token in seconds',
  deviceTokenSeconds: 'the same of a session whose sign-in named its device, such as a worker’s phone',
  bcryptCost: 'bcrypt cost of password hashes; less than 10 for tests only',
  authConcurrency: 'reserved concurrency of the function that hashes passwords; `0` reserves none',
  refuseCommonPasswords: 'refuse common passwords; `npm start` sets it to `false`',
  mailFrom: 'sender of e-mails, verified in SES',
  issuer: 'issuer of the tokens (`iss`)',
  publicUrl:
    'public URL of the API, for redirect URIs, such as https://api.example; by default the one AWS assigns',
  socketUrl:
    'public URL of the WebSocket API, such as wss://api.example/ws; by default `/ws` of publicUrl, or the one AWS assigns',
  domainName:
    'own domain of pages and API, such as parcels.example, with certificateArn; publicUrl follows from it',
  certificateArn: 'certificate (in us-east-1) of domainName',
  hostedZoneId: 'zone in Route 53 that gets the DNS records of domainName; by default the record is printed',
  edgePerFiveMinutes: 'requests per five minutes and address that the firewall allows',
  edgeOnly: 'refuse requests past the edge and its firewall, to the addresses that AWS assigns to the API',
  originKey:
    'number of the key in the secret `Origin` that the edge sends to the API; any key of it is accepted',
  rollout:
    'how a deployment shifts functions to their new version, by the name of CodeDeploy’s configuration; alarms stop it, but for `LambdaAllAtOnce`',
  canaryMinutes: 'minutes between synthetic journeys through the service; `0` for none',
  tableStreamArn: 'stream of a table that was restored under its name; by default the one it was created with',
  logLevel: 'DEBUG, INFO, WARN or ERROR; above INFO the alarm on failed sign-ins does not work',
  corsOrigins: 'allowed CORS origins, separated by commas',
  routeRate: 'requests per second and path that the gateway allows',
  routeBurst: 'burst per path that the gateway allows',
  companyRate:
    'requests per second and company, with a token; the gateway’s limits are shared by all companies',
  companyBurst: 'burst per company',
  tableConditions:
    '`enclosingOperation` restricts transactions and queries of indexes less, if DynamoDB denies them ([decision 14](../decisions/14-least-privilege-per-function.md))',
  designPage: 'whether /design shows the design system of the pages; the local cloud does',
  logDays: 'retention of logs in days',
  alarmEmail: 'e-mail address that receives alarms; by default only the dashboard shows them',
}

/** All settings with their defaults, `dev` only where it differs. */
export const describeSettings = () =>
  settingNames.map((name) => ({ name, ...(settingRows[name] as SettingRow), about: texts[name] }))
