import { randomUUID } from 'node:crypto'
import { resourcesOf, type Assembly } from '../cloudformation/assembly.ts'
import type { Resolve } from '../cloudformation/intrinsics.ts'
import { accountId, physicalName, region } from '../cloudformation/names.ts'
import type { StoredObject } from './objects.ts'

/** Why an object was created, as EventBridge events name it. */
export type CreationReason = 'PutObject' | 'POST Object' | 'CopyObject'

/** A bucket in the templates. */
export interface Bucket {
  name: string
  /** Objects expire after this many days; never, if undefined. */
  expirationDays?: number
  cors: { origins: string[]; methods: string[] }[]
  /** Sends events to EventBridge. */
  sendsEvents: boolean
}

interface BucketProperties {
  LifecycleConfiguration?: { Rules: { ExpirationInDays?: number; Prefix?: string; Status: string }[] }
  CorsConfiguration?: { CorsRules: { AllowedOrigins: string[]; AllowedMethods: string[] }[] }
  NotificationConfiguration?: { EventBridgeConfiguration?: { EventBridgeEnabled?: boolean } }
}

export const bucketsOf = (assembly: Assembly, resolve: Resolve): Bucket[] =>
  resourcesOf(assembly, 'AWS::S3::Bucket').map((resource) => {
    const properties = resolve(resource.properties, resource.stack) as BucketProperties
    const { LifecycleConfiguration, CorsConfiguration, NotificationConfiguration } = properties
    const expirationDays = LifecycleConfiguration?.Rules.find(
      ({ Status, Prefix, ExpirationInDays }) => Status === 'Enabled' && !Prefix && ExpirationInDays,
    )?.ExpirationInDays
    return {
      name: physicalName(resource),
      ...(expirationDays && { expirationDays }),
      cors: (CorsConfiguration?.CorsRules ?? []).map(({ AllowedOrigins, AllowedMethods }) => ({
        origins: AllowedOrigins,
        methods: AllowedMethods,
      })),
      sendsEvents: NotificationConfiguration?.EventBridgeConfiguration?.EventBridgeEnabled === true,
    }
  })

/** S3 user guide, "EventBridge event message structure". */
export const objectCreated = (
  bucket: Bucket,
  { key, size, etag, at }: StoredObject,
  reason: CreationReason,
) => ({
  version: '0',
  id: randomUUID(),
  'detail-type': 'Object Created',
  source: 'aws.s3',
  account: accountId,
  time: new Date(at).toISOString().replace(/\.\d+/, ''),
  region,
  resources: [`arn:aws:s3:::${bucket.name}`],
  detail: {
    version: '0',
    bucket: { name: bucket.name },
    object: { key, size, etag: etag.replaceAll('"', '') },
    reason,
  },
})
