import { parseArgs } from 'node:util'
import { contextOf, deploymentContext, settingsOf } from '../lib/context.ts'
import { errorMessage } from '../lib/local/runtime/startup-error.ts'
import { preflight } from '../lib/preflight/preflight.ts'

// `npm run preflight -- [-c name=value ...]`: whether an account is ready for `npx cdk deploy --all` with these settings.
// Reads only.
try {
  const { context = [] } = parseArgs({
    options: { context: { type: 'string', short: 'c', multiple: true } },
  }).values
  const settings = settingsOf(deploymentContext(contextOf(context)))
  process.exitCode = (await preflight(settings, console.log)) ? 0 : 1
} catch (error) {
  console.error(errorMessage(error))
  process.exitCode = 1
}
