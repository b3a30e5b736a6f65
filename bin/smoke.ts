import { parseArgs } from 'node:util'
import { errorMessage, StartupError } from '../lib/local/runtime/startup-error.ts'
import { smoke } from '../shared/smoke/smoke.ts'

// `npm run smoke -- --url https://...`: whether a deployed stage works, by a whole journey through its public URL.
try {
  const { url = '', json } = parseArgs({
    options: { url: { type: 'string' }, json: { type: 'boolean', default: false } },
  }).values
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new StartupError('Usage: npm run smoke -- --url https://<Url of CourierEdge> [--json]')
  process.exitCode = (await smoke({ url, json }, console.log)) ? 0 : 1
} catch (error) {
  console.error(errorMessage(error))
  process.exitCode = 1
}
