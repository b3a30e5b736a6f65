import { unwrap } from '../../client/index.ts'
import { api, Skipped, step } from '../step.ts'
import { ensure } from '../unexpected.ts'

const pages = ['/track', '/console', '/docs']

export const front = {
  health: step({
    does: 'asks for the health of the service',
    proves: 'DNS, certificate, gateway and the smallest function answer',
    look: api('health'),
    needs: [],
    async run({ anonymous }) {
      await unwrap(anonymous.GET('/'))
      return undefined
    },
  }),

  keys: step({
    does: 'reads the public keys of tokens',
    proves: 'the first rotation has created signing keys',
    look: { runbook: 'KeysNotRenewed', functions: ['auth', 'rotation'], stack: 'CourierApi' },
    needs: [],
    async run({ anonymous }) {
      const { keys } = await unwrap(anonymous.GET('/.well-known/jwks.json'))
      ensure(keys.length > 0, 'There is no key')
      return undefined
    },
  }),

  pages: step({
    does: `reads ${pages.join(', ')}`,
    proves: 'CloudFront serves the files that were deployed, with its own headers',
    look: { runbook: 'Rolling back a deployment', functions: [], stack: 'CourierEdge' },
    needs: [],
    async run({ fetch, at }) {
      for (const page of pages) {
        const response = await fetch(new Request(at(page)))
        const { status, headers } = response
        await response.arrayBuffer()
        if (isApiWithoutPages(response)) return new Skipped('the API’s own address has no pages')
        ensure(status === 200, `${page} answers ${status}`)
        ensure(headers.get('Content-Type')?.startsWith('text/html') === true, `${page} is no HTML`)
        ensure(
          headers.get('Content-Security-Policy')?.includes("script-src 'self'") ?? false,
          `${page} has no Content-Security-Policy that blocks inline scripts`,
        )
      }
      return undefined
    },
  }),
}

/** The service's own 404, which did not pass through CloudFront. */
const isApiWithoutPages = ({ status, headers }: Response) =>
  status === 404 &&
  /json/.test(headers.get('Content-Type') ?? '') &&
  headers.has('X-Request-Id') &&
  !headers.has('X-Amz-Cf-Id')
