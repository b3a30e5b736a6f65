import * as z from 'zod'
import { commonTexts } from '../kernel/field-texts.ts'
import { exampleIds } from '../kernel/example-ids.ts'
import { exists, type Condition } from '../../db/conditions.ts'
import { entity } from '../../db/entity.ts'
import { digest } from '../../db/keys.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { Id, Timestamp, idOf, CreatedAt } from '../kernel/fields.ts'

/** Descriptions of fields that several schemas share. */
export const apiKeyTexts = {
  clientId: {
    description: 'The client id for POST /api/v1/auth/token',
    examples: ['courier_0192f3a428c979bc93ef012345678901'],
  },
  scopes: { description: 'What the key may do', examples: [['shipments:read', 'shipments:write']] },
}

/** The maximum number of API keys of a company. */
export const maxApiKeys = 100

const apiKeyFields = () => ({
  id: idOf('apiKey'),
  client_id: z.string().meta(apiKeyTexts.clientId),
  name: z.string().meta({ description: 'The system that uses the key', examples: ['Web shop'] }),
  /** The first characters of the secret, by which people recognise it. */
  prefix: z.string().meta({
    description: 'The first characters of the secret, by which people recognise it',
    examples: ['courier_sk_3yGq'],
  }),
  scopes: z.array(z.string()).meta(apiKeyTexts.scopes),
  created_by: Id.meta({ description: 'The user who created it', examples: [exampleIds.user] }),
  created_at: CreatedAt,
  /** To the hour. */
  last_used_at: Timestamp.nullable().meta({
    description: 'The hour in which it last got a token, or null',
    examples: ['2026-11-23T09:00:00.000Z'],
  }),
  expires_at: Timestamp.nullable().meta({
    description: 'When it ends, or null',
    examples: ['2027-11-23T00:00:00.000Z'],
  }),
  /** Until when the secret before the last rotation works too. */
  former_secret_until: Timestamp.nullable().meta(commonTexts.formerSecretUntil),
})
/** An API key as clients read it. Its secret is shown once: on creation and rotation. */
export const ApiKey = lazySchema(() => z.object(apiKeyFields()).meta({ id: 'ApiKey' }))
export const ApiKeyWithSecret = lazySchema(() =>
  ApiKey.unwrap()
    .extend({
      secret: z.string().meta({
        description: 'The secret for POST /api/v1/auth/token. It is shown only here',
        examples: ['courier_sk_3yGq…'],
      }),
    })
    .meta({ id: 'ApiKeyWithSecret' }),
)

/** Secrets are stored as digests: they are random, so that a digest without a key cannot be guessed. */
const ApiKeyRecord = lazySchema(() =>
  z.object({
    ...apiKeyFields(),
    tenant_id: Id,
    company_id: Id,
    secret_digest: z.string(),
    former_digest: z.string().optional(),
    version: z.int(),
  }),
)
export type ApiKeyRecord = z.output<typeof ApiKeyRecord>

/** The keys of a company share a partition, so that they are counted consistently. */
export const apiKeys = entity({
  noun: 'API key',
  schema: ApiKeyRecord,
  ref: pick(ApiKeyRecord, 'id'),
  fields: {
    secret: ['secret_digest', 'former_digest'],
    internal: ['tenant_id', 'company_id', 'created_at', 'last_used_at', 'version'],
    plain: ['id', 'client_id', 'name', 'prefix', 'scopes', 'created_by', 'expires_at', 'former_secret_until'],
  },
  audited: 'api_key',
  key: ({ id }) => ({ pk: 'API_KEYS', sk: `API_KEY#${id}` }),
  index: ({ id, created_at }) => ({ gsi1: { pk: 'API_KEY', sk: `${created_at}#${id}` } }),
})

export const secretDigest = (secret: string) => digest('api key', secret)

export const isExpired = ({ expires_at }: Pick<ApiKeyRecord, 'expires_at'>, now: Date) =>
  expires_at !== null && expires_at <= now.toISOString()

/** Holds while a key is not deleted. */
export const keyExists: Condition = exists('pk')
