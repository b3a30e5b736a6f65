import { contextOf, deploymentContext, settingsOf } from '../lib/context.ts'
import { errorMessage } from '../lib/local/runtime/startup-error.ts'
import { preflight } from '../lib/preflight/preflight.ts'
import { commandLine } from './command-line.ts'

// `npm run preflight -- [-c name=value ...]`: whether an account is ready for `npx cdk deploy --all` with these settings.
// Reads only.
const help = `npm run preflight -- [-c name=value ...]

  -c name=value    a setting, as for cdk deploy (docs/reference/settings.md)
  AWS_PROFILE      the account, as for the AWS CLI`
try {
  const { context = [] } = commandLine(help, {
    options: { context: { type: 'string', short: 'c', multiple: true } },
  }).values
  const settings = settingsOf(deploymentContext(contextOf(context)))
  process.exitCode = (await preflight(settings, console.log)) ? 0 : 1
} catch (error) {
  console.error(errorMessage(error))
  process.exitCode = 1
}
