import * as z from 'zod'
import { withBrowserPages } from '../../../shared/http/browser-page.ts'
import { lambda } from '../../../shared/http/pipeline.ts'
import { publicRoute } from '../../../shared/http/routing/route.ts'
import { lazySchema } from '../../../shared/core/lazy-schema.ts'
import { FileReply } from '../../../shared/http/routing/reply.ts'
import { plainText, securityTxt, securityTxtPath } from '../../../shared/http/security-txt.ts'
import type { SecretName } from '../../../shared/config/secrets.ts'

export const secrets: readonly SecretName[] = []

/** The screen of the console on which a user changes their password. */
const changePasswordPage = '/console/sessions'

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
  publicRoute(`GET ${securityTxtPath}`, {
    operationId: 'getSecurityTxt',
    summary: 'Whom to tell of a vulnerability',
    description: 'In the form of RFC 9116. 404 without the setting `securityContact`.',
    cache: 'public, max-age=300',
    produces: [plainText],
    refuses: ['not_found'],
    reply: FileReply,
    read: ({ ctx }) => Promise.resolve(securityTxt(ctx.settings, ctx.now)),
  }),
  publicRoute('GET /.well-known/change-password', {
    operationId: 'getChangePasswordPage',
    summary: 'Where a user changes their password',
    description:
      'Redirects to the screen of the console, for password managers (W3C, “A Well-Known URL for Changing Passwords”).',
    status: 303,
    location: '{url}',
    reply: lazySchema(() =>
      z
        .object({
          url: z.string().meta({ description: 'The path of the screen', examples: [changePasswordPage] }),
        })
        .meta({ id: 'ChangePasswordPage' }),
    ),
    read: () => Promise.resolve({ url: changePasswordPage }),
  }),
]

/** The gateway sends requests to unknown paths here too. */
export const respond = withBrowserPages
export const handler = respond(lambda(routes))
