import { Duration, RemovalPolicy, Stack, Validations, type StackProps } from 'aws-cdk-lib'
import { AttributeType, Billing, ProjectionType, StreamViewType, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { HttpMethods, type Bucket, type CfnBucket } from 'aws-cdk-lib/aws-s3'
import { Secret, type ISecret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'
import type { BucketName } from '../../shared/buckets.ts'
import { indexes, keyNames } from '../../shared/db/keys.ts'
import type { SecretName } from '../../shared/secrets.ts'
import type { Settings } from '../../shared/settings.ts'
import { privateBucket } from './bucket.ts'
import { allowedOrigins } from './origins.ts'

const key = (name: string) => ({ name, type: AttributeType.STRING })

/** What must outlive every deployment: the single table, the photos, the secrets. */
export class DataStack extends Stack {
  readonly table: TableV2
  readonly secrets: Record<SecretName, ISecret>
  readonly buckets: Record<BucketName, Bucket>

  constructor(scope: Construct, id: string, props: StackProps & { settings: Settings }) {
    super(scope, id, props)
    this.table = new TableV2(this, 'Table', {
      partitionKey: key('pk'),
      sortKey: key('sk'),
      globalSecondaryIndexes: Object.entries(indexes).map(([indexName, { keys, holds }]) => {
        const [pk, sk] = keyNames(keys)
        return {
          indexName,
          partitionKey: key(pk),
          sortKey: key(sk),
          projectionType: ProjectionType[holds],
        }
      }),
      billing: Billing.onDemand(),
      timeToLiveAttribute: 'ttl',
      dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    })
    const read = 'It is read by addresses that functions sign and log; S3’s log would hold them.'
    this.buckets = {
      photos: privateBucket(this, 'Photos', read, { removalPolicy: RemovalPolicy.RETAIN }),
      uploads: this.#uploads(props.settings),
    }
    this.secrets = {
      sealing: this.#secret('Sealing', 'Seals cursors and stored answers'),
      pepper: this.#secret('Pepper', 'Keys the hash that stands before bcrypt'),
      qr: this.#secret('Qr', 'Signs the QR codes of labels'),
      personal: this.#secret('Personal', 'Seals passport numbers'),
      webhooks: this.#secret('Webhooks', 'Seals the secrets of webhooks'),
      origin: this.#secret('Origin', 'Shows the API that a request came by the edge'),
      flightdata: this.#secret('FlightData', 'Key of the flight-data provider', 'unused', '{"key":""}'),
      oauth: this.#secret('OAuth', 'Clients at identity providers, by name', 'unused'),
      signing: this.#secret('Signing', 'Private keys that sign tokens', 'unused'),
      verification: this.#secret(
        'Verification',
        'Public keys that tokens are checked with',
        'unused',
        '{"keys":[]}',
      ),
    }
  }

  /** What browsers upload to directly. Nobody reads from it but the function that looks at what came, at once. */
  #uploads(settings: Settings) {
    const bucket = privateBucket(this, 'Uploads', 'It holds what nobody has looked at yet, for a day.', {
      lifecycleRules: [{ expiration: Duration.days(1) }],
      cors: [
        { allowedMethods: [HttpMethods.POST], allowedOrigins: allowedOrigins(settings), allowedHeaders: ['*'] },
      ],
    })
    // CDK's own eventBridgeEnabled would bring a custom resource for what CloudFormation can say itself.
    const template = bucket.node.defaultChild as CfnBucket
    template.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } }
    return bucket
  }

  /**
   * A secret that begins as JSON: a keyring of one random key, numbered 1 (a later key gets the next number and the old
   * ones stay readable), or, where rotation fills it, `template` with a text that nobody uses.
   */
  #secret(id: string, description: string, generateStringKey = '1', template = '{}'): ISecret {
    const secret = new Secret(this, id, {
      description,
      removalPolicy: RemovalPolicy.RETAIN,
      generateSecretString: {
        secretStringTemplate: template,
        generateStringKey,
        passwordLength: 64,
        excludePunctuation: true,
      },
    }) as ISecret
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'What is renewed by itself is renewed by the API’s stack; the others are kept by people.',
    })
    return secret
  }
}
