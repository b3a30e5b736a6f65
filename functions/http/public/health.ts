import * as z from 'zod'
import { readAsset } from '../../../shared/core/assets.ts'
import { Refusal } from '../../../shared/core/errors.ts'
import { lambda } from '../../../shared/http/lambda.ts'
import { methodsOf } from '../../../shared/http/routing/match.ts'
import { publicRoute } from '../../../shared/http/routing/route.ts'
import { lazySchema } from '../../../shared/core/lazy-schema.ts'
import { runtime } from '../../../shared/runtime/runtime.ts'
import type { SecretName } from '../../../shared/config/secrets.ts'

export const secrets: readonly SecretName[] = []

export const routes = [
  publicRoute('GET /', {
    summary: 'Liveness and version of the service',
    reply: lazySchema(() =>
      z
        .object({ status: z.literal('healthy'), version: z.string(), timestamp: z.string() })
        .meta({ id: 'Health' }),
    ),
    // Without a zone designator, as the clients' date parser expects it; it is UTC.
    read: ({ ctx }) =>
      Promise.resolve({
        status: 'healthy' as const,
        version: ctx.version,
        timestamp: ctx.now.toISOString().slice(0, -1),
      }),
  }),
]

/** The gateway sends requests that match no route here. */
function unmatched(path: string): Refusal {
  const allowed = methodsOf(pathsOfDocument(), path)
  if (allowed.length === 0) return new Refusal('not_found', 'Not Found')
  const Allow = allowed.join(', ')
  return new Refusal('method_not_allowed', `This path has no such method; it has ${Allow}`, { Allow })
}
const document = 'functions/openapi.json'
/** Assets that the bundle needs. */
export const files = [document]
let paths: Record<string, object> | undefined
const pathsOfDocument = () =>
  (paths ??= (JSON.parse(readAsset(document).toString()) as { paths: Record<string, object> }).paths)

export const handler = lambda(routes, runtime, unmatched)
