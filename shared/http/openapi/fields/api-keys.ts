import { field, type Fields } from './field.ts'
import { ids } from '../example-ids.ts'

const clientId = 'courier_0192f3a428c979bc93ef012345678901'
const secret = 'courier_sk_3yGq…'

/** Fields of API keys, and of the tokens that they get. */
export const apiKeys: Fields = {
  'ApiKey.id': field('The key’s id', ids.apiKey),
  'ApiKeyWithSecret.id': field('The key’s id', ids.apiKey),
  'ApiKey.name': field('What uses the key', 'Web shop'),
  'ApiKeyWithSecret.name': field('What uses the key', 'Web shop'),
  'NewApiKey.name': field('What will use the key', 'Web shop'),
  client_id: field('The client id for POST /api/v1/auth/token', clientId),
  'ApiKeyWithSecret.secret': field('The secret for POST /api/v1/auth/token. It is shown only here', secret),
  client_secret: field('The secret of the key', secret),
  prefix: field('The first characters of the secret, by which people recognise it', 'courier_sk_3yGq'),
  scopes: field('What the key may do', ['shipments:read', 'shipments:write']),
  'ApiKey.created_by': field('The user who created it', ids.user),
  'ApiKeyWithSecret.created_by': field('The user who created it', ids.user),
  'ApiKey.last_used_at': field('The hour in which it last got a token, or null', '2026-11-23T09:00:00.000Z'),
  'ApiKeyWithSecret.last_used_at': field(
    'The hour in which it last got a token, or null',
    '2026-11-23T09:00:00.000Z',
  ),
  'ApiKey.expires_at': field('When it ends, or null', '2027-11-23T00:00:00.000Z'),
  'ApiKeyWithSecret.expires_at': field('When it ends, or null', '2027-11-23T00:00:00.000Z'),
  'NewApiKey.expires_at': field('When it ends; never unless given', '2027-11-23T00:00:00.000Z'),
  former_secret_until: field(
    'Until when the secret before the last rotation works too, or null',
    '2026-11-24T09:15:00.000Z',
  ),
  overlap_seconds: field('How long the former secret works, at most a week', 86_400),
  grant_type: field('Always `client_credentials`', 'client_credentials'),
  'TokenRequest.scope': field('Some of the key’s scopes, by blanks; all unless given', 'shipments:read'),
  'ClientToken.scope': field('The scopes of the token, by blanks', 'shipments:read shipments:write'),
  'ClientToken.expires_in': field('Seconds until the token expires', 900),
  error: field('The error for a program (RFC 6749 §5.2)', 'invalid_client'),
  error_description: field('What went wrong, for a person', 'Unknown API key, or wrong secret'),
}
