import { Validations } from 'aws-cdk-lib'
import { BlockPublicAccess, Bucket, BucketEncryption, type BucketProps } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import type { Settings } from '../../../shared/config/settings.ts'
import { removalOf } from './removal.ts'

/** A private, encrypted bucket that requires TLS. `unlogged` is the reason why it has no access log. */
export function privateBucket(
  scope: Construct,
  id: string,
  unlogged: string,
  settings: Settings,
  props?: BucketProps,
): Bucket {
  const bucket = new Bucket(scope, id, {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    removalPolicy: removalOf(settings),
    ...props,
  })
  Validations.of(bucket).acknowledge({ id: 'AwsSolutions-S1', reason: unlogged })
  return bucket
}
