import * as z from 'zod'
import { publicUrlOf } from '../config/function-settings.ts'
import { lazySchema } from '../core/lazy-schema.ts'
import scopes from '../domain/api-keys/scopes.json' with { type: 'json' }
import type { PublicContext } from '../domain/kernel/context.ts'

/** The paths that the metadata names. */
export const tokenPath = '/api/v1/auth/token'
export const signingKeysPath = '/.well-known/jwks.json'

/** RFC 8414 §2. */
export const ServerMetadata = lazySchema(() => {
  const url = z.url()
  return z
    .object({
      issuer: url.meta({
        description: 'The address of the service, from which clients discover this document',
        examples: ['https://parcels.example'],
      }),
      token_endpoint: url.meta({
        description: 'Where API keys get access tokens',
        examples: [`https://parcels.example${tokenPath}`],
      }),
      jwks_uri: url.meta({
        description: 'The public keys that access tokens are signed with',
        examples: [`https://parcels.example${signingKeysPath}`],
      }),
      grant_types_supported: z.array(z.string()).meta({
        description: 'The grants of the token endpoint',
        examples: [['client_credentials']],
      }),
      token_endpoint_auth_methods_supported: z.array(z.string()).meta({
        description: 'How a client sends its secret: by HTTP Basic, or in the body',
        examples: [['client_secret_basic', 'client_secret_post']],
      }),
      response_types_supported: z.array(z.string()).meta({
        description: 'None: there is no authorization endpoint',
        examples: [[]],
      }),
      scopes_supported: z.array(z.string()).meta({
        description: 'The scopes that API keys can have',
        examples: [['shipments:read', 'shipments:write']],
      }),
      service_documentation: url.meta({
        description: 'The guide to API keys',
        examples: ['https://parcels.example/docs/api-keys'],
      }),
    })
    .meta({ id: 'ServerMetadata' })
})

/**
 * The metadata of the token endpoint (RFC 8414), so that clients need only the address of the service. Tokens cannot be
 * introspected or revoked, so no endpoint for that is named. The `iss` of tokens is the setting `issuer`, not this address.
 */
export function serverMetadata({ settings }: Pick<PublicContext, 'settings'>): z.input<typeof ServerMetadata> {
  const issuer = publicUrlOf(settings)
  return {
    issuer,
    token_endpoint: issuer + tokenPath,
    jwks_uri: issuer + signingKeysPath,
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    response_types_supported: [],
    scopes_supported: scopes,
    service_documentation: `${issuer}/docs/api-keys`,
  }
}
