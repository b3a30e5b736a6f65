import * as z from 'zod'
import { lambda } from '../../../shared/http/pipeline.ts'
import { publicRoute } from '../../../shared/http/routing/route.ts'
import { lazySchema } from '../../../shared/core/lazy-schema.ts'
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

/** The gateway sends requests to unknown paths here too. */
export const handler = lambda(routes)
