import * as z from 'zod'
import { exists, type Condition } from '../../db/conditions.ts'
import { entity } from '../../db/entity.ts'
import { digest } from '../../db/keys.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { Id, Timestamp } from '../kernel/fields.ts'

/** The maximum number of API keys of a company. */
export const maxApiKeys = 100

const apiKeyFields = () => ({
  id: Id,
  client_id: z.string(),
  name: z.string(),
  /** The first characters of the secret, by which people recognise it. */
  prefix: z.string(),
  scopes: z.array(z.string()),
  created_by: Id,
  created_at: Timestamp,
  /** To the hour. */
  last_used_at: Timestamp.nullable(),
  expires_at: Timestamp.nullable(),
  /** Until when the secret before the last rotation works too. */
  former_secret_until: Timestamp.nullable(),
})
/** An API key as clients read it. Its secret is shown once: on creation and rotation. */
export const ApiKey = /* @__PURE__ */ lazySchema(() => z.object(apiKeyFields()).meta({ id: 'ApiKey' }))
export const ApiKeyWithSecret = /* @__PURE__ */ lazySchema(() =>
  ApiKey.unwrap().extend({ secret: z.string() }).meta({ id: 'ApiKeyWithSecret' }),
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
  key: ({ id }) => ({ pk: 'API_KEYS', sk: `API_KEY#${id}` }),
  index: ({ id, created_at }) => ({ gsi1: { pk: 'API_KEY', sk: `${created_at}#${id}` } }),
})

export const secretDigest = (secret: string) => digest('api key', secret)

export const isExpired = ({ expires_at }: Pick<ApiKeyRecord, 'expires_at'>, now: Date) =>
  expires_at !== null && expires_at <= now.toISOString()

/** Holds while a key is not deleted. */
export const keyExists: Condition = exists('pk')
