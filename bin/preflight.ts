import { App } from 'aws-cdk-lib'
import { parseArgs } from 'node:util'
import { settingsOf } from '../lib/app.ts'
import { preflight } from '../lib/preflight/preflight.ts'

// `npm run preflight -- [-c name=value ...]`: whether an account is ready for `npx cdk deploy --all` with these settings.
// Reads only.
const { context = [] } = parseArgs({
  options: { context: { type: 'string', short: 'c', multiple: true } },
}).values
try {
  const given = context.map((text) => text.split(/=(.*)/s).slice(0, 2) as [string, string])
  const settings = settingsOf(new App({ context: Object.fromEntries(given) }))
  process.exitCode = (await preflight(settings, console.log)) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
