import { errorMessage } from '../lib/local/runtime/startup-error.ts'
import { smoke } from '../shared/smoke/smoke.ts'
import { commandLine, refuseArguments } from './command-line.ts'

// `npm run smoke -- --url https://...`: whether a deployed stage works, by a whole journey through its public URL.
const help = `npm run smoke -- --url https://<Url of CourierEdge> [--json]

  --json           prints the results as JSON`
try {
  const { url = '', json } = commandLine(help, {
    options: { url: { type: 'string' }, json: { type: 'boolean', default: false } },
  }).values
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) refuseArguments(help)
  process.exitCode = (await smoke({ url, json }, console.log)) ? 0 : 1
} catch (error) {
  console.error(errorMessage(error))
  process.exitCode = 1
}
