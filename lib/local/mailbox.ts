import type ses from 'aws-ses-v2-local'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'

// Node and the tests' loader disagree on what the default of a CommonJS module is.
const { default: start } = createRequire(import.meta.url)('aws-ses-v2-local') as typeof ses

/**
 * The SES of this machine, on loopback: it takes letters and sends none. `GET /` shows them, `GET /store` gives them as
 * JSON. They are kept by this process alone, and go with it.
 */
export async function serveMailbox() {
  const server = await start({ host: '127.0.0.1', port: 0 })
  const { port } = server.address() as AddressInfo
  return {
    /** Without a trailing slash. */
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
