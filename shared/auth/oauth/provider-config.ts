import type { AuthorizationServer } from 'oauth4webapi'
import * as z from 'zod'
import { lazySchema } from '../../core/lazy-schema.ts'

/** This service's client at an identity provider. The default scopes are `openid email profile`. */
export const Client = lazySchema(() =>
  z.object({
    client_id: z.string().trim().min(1),
    client_secret: z.string().trim().min(1),
    /** The issuer for discovery (OpenID Connect Discovery 1.0 §4); built-in providers need none. */
    issuer: z.url().optional(),
    /** Its name on pages; by default the provider's name. */
    title: z.string().trim().min(1).max(100).optional(),
    scopes: z.union([z.string(), z.array(z.string()).transform((scopes) => scopes.join(' '))]).optional(),
  }),
)
export type Client = z.output<typeof Client>

export interface BuiltIn {
  title: string
  /** Its metadata, as in its discovery document, so that a sign-in starts without a call. */
  server: AuthorizationServer
  /** The required issuer for these claims, if it differs from the metadata's; undefined if there is none. */
  issuerOf?: (claims: Record<string, unknown>) => string | undefined
  /** The claims that confirm the e-mail address. */
  emailVerifiedBy?: readonly string[]
}

const microsoftIssuer = (directory: string) => `https://login.microsoftonline.com/${directory}/v2.0`

export const builtIn: Readonly<Record<string, BuiltIn>> = {
  // https://accounts.google.com/.well-known/openid-configuration
  google: {
    title: 'Google',
    server: {
      issuer: 'https://accounts.google.com',
      authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
      token_endpoint: 'https://oauth2.googleapis.com/token',
      jwks_uri: 'https://www.googleapis.com/oauth2/v3/certs',
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    },
  },
  // https://login.microsoftonline.com/common/v2.0/.well-known/openid-configuration
  microsoft: {
    title: 'Microsoft',
    server: {
      issuer: microsoftIssuer('{tenantid}'),
      authorization_endpoint: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
      token_endpoint: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
      jwks_uri: 'https://login.microsoftonline.com/common/discovery/v2.0/keys',
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    },
    // A directory uses its own id, a UUID, in the issuer ("ID token claims reference", `iss` and `tid`).
    issuerOf: ({ tid }) => (z.guid().safeParse(tid).success ? microsoftIssuer(String(tid)) : undefined),
    // Directories may set any e-mail for their users; `xms_edov` confirms that the domain's owner did (optional
    // claims).
    emailVerifiedBy: ['email_verified', 'xms_edov'],
  },
}
