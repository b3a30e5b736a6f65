import * as z from 'zod'
import { withBrowserPages } from '../../../shared/http/browser-page.ts'
import { lambda } from '../../../shared/http/pipeline.ts'
import { publicRoute } from '../../../shared/http/routing/route.ts'
import { lazySchema } from '../../../shared/core/lazy-schema.ts'
import type { SecretName } from '../../../shared/config/secrets.ts'

export const secrets: readonly SecretName[] = []

export const routes = [
  publicRoute('GET /', {
    summary: 'Liveness and version of the service',
    description: 'A browser, whose `Accept` prefers `text/html`, gets the start page with links to all pages.',
    reply: lazySchema(() =>
      z
        .object({
          status: z.literal('healthy').meta({ description: 'Always `healthy`', examples: ['healthy'] }),
          version: z.string().meta({ description: 'The version of the service', examples: ['1.0.0'] }),
          timestamp: z.string().meta({
            description: 'The service’s time in UTC, without a zone designator',
            examples: ['2026-11-23T09:30:00.123'],
          }),
        })
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
export const respond = withBrowserPages
export const handler = respond(lambda(routes))
