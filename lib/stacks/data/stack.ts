import { Duration, RemovalPolicy, Stack, Validations, type StackProps } from 'aws-cdk-lib'
import {
  AttributeType,
  Billing,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
  type CfnGlobalTable,
  type ITable,
} from 'aws-cdk-lib/aws-dynamodb'
import type { Key } from 'aws-cdk-lib/aws-kms'
import {
  BucketEncryption,
  HttpMethods,
  type Bucket,
  type CfnBucket,
  type LifecycleRule,
} from 'aws-cdk-lib/aws-s3'
import { Secret, type ISecret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'
import type { BucketName } from '../../../shared/config/buckets.ts'
import { indexes, keyNames, type Index } from '../../../shared/db/keys.ts'
import { uploadPrefix } from '../../../shared/domain/transfers/files.ts'
import { keptDays, uploadDays } from '../../../shared/domain/transfers/record.ts'
import type { SecretName } from '../../../shared/config/secrets.ts'
import type { Settings } from '../../../shared/config/settings.ts'
import { privateBucket } from './bucket.ts'
import { dataKey } from './key.ts'
import { removalOf } from './removal.ts'
import { allowedOrigins } from '../origins.ts'

const key = (name: string) => ({ name, type: AttributeType.STRING })

/** The stateful resources: table, buckets, secrets, and the key that encrypts them. */
export class DataStack extends Stack {
  readonly key: Key
  readonly table: TableV2
  /** The table as a source of changes: a restored one has another stream than CloudFormation knows of. */
  readonly changes: ITable
  readonly secrets: Record<SecretName, ISecret>
  readonly buckets: Record<BucketName, Bucket>
  readonly #removalPolicy: RemovalPolicy

  constructor(scope: Construct, id: string, props: StackProps & { settings: Settings }) {
    const { keepData } = props.settings
    super(scope, id, { ...props, terminationProtection: keepData })
    this.#removalPolicy = removalOf(props.settings)
    this.key = dataKey(this, props.settings)
    this.table = new TableV2(this, 'Table', {
      partitionKey: key('pk'),
      sortKey: key('sk'),
      globalSecondaryIndexes: Object.entries(indexes).map(([indexName, nonKeyAttributes]) => {
        const [pk, sk] = keyNames(indexName as Index)
        return {
          indexName,
          partitionKey: key(pk),
          sortKey: key(sk),
          ...(nonKeyAttributes.length > 0
            ? { projectionType: ProjectionType.INCLUDE, nonKeyAttributes }
            : { projectionType: ProjectionType.KEYS_ONLY }),
        }
      }),
      billing: Billing.onDemand(),
      timeToLiveAttribute: 'ttl',
      dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      encryption: TableEncryptionV2.awsManagedKey(),
      deletionProtection: keepData,
      // A protected table cannot be deleted, not even after a creation of the stack that failed.
      removalPolicy: keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    })
    // CDK accepts a customer managed key only if it knows the region; these templates are region-agnostic.
    const template = this.table.node.defaultChild as CfnGlobalTable
    template.addPropertyOverride('Replicas.0.SSESpecification.KMSMasterKeyId', this.key.keyArn)
    const { tableStreamArn } = props.settings
    const { tableName } = this.table
    // CDK's types of the table's versions differ in what no event source uses.
    if (tableStreamArn && !tableStreamArn.includes(`:table/${this.stackName}-`))
      throw new Error(`tableStreamArn is ${tableStreamArn}: it is the stream of no table of ${this.stackName}.`)
    this.changes = tableStreamArn
      ? TableV2.fromTableAttributes(this, 'Restored', { tableName, tableStreamArn })
      : (this.table as ITable)
    const unlogged = 'It is read with presigned URLs, which functions log; an access log would contain them.'
    this.buckets = {
      photos: privateBucket(this, 'Photos', unlogged, props.settings, {
        ...this.#encrypted(),
        ...(keepData && this.#versioned()),
      }),
      uploads: this.#uploads(props.settings),
      files: this.#files(props.settings, unlogged),
    }
    this.secrets = {
      sealing: this.#secret('Sealing', 'Seals cursors and stored responses'),
      pepper: this.#secret('Pepper', 'Key of the HMAC before bcrypt'),
      qr: this.#secret('Qr', 'Signs the QR codes of labels'),
      personal: this.#secret('Personal', 'Seals passport numbers'),
      search: this.#secret('Search', 'Key of the digests by which phone numbers are found'),
      webhooks: this.#secret('Webhooks', 'Seals webhook secrets'),
      origin: this.#secret('Origin', 'Proves to the API that a request came through the edge'),
      flightdata: this.#secret('FlightData', 'Key of the flight-data provider', 'unused', '{"key":""}'),
      oauth: this.#secret('OAuth', 'Clients at identity providers, by name', 'unused'),
      signing: this.#secret('Signing', 'Private keys that sign tokens', 'unused'),
      canary: this.#secret('Canary', 'Password of the company of the synthetic journey', 'password'),
      verification: this.#secret('Verification', 'Public keys that verify tokens', 'unused', '{"keys":[]}'),
    }
  }

  /** A bucket key saves a call to KMS for every object. */
  #encrypted() {
    return { encryption: BucketEncryption.KMS, encryptionKey: this.key, bucketKeyEnabled: true }
  }

  /**
   * A photo that was deleted by mistake can be brought back for as long (docs/operations/runbook.md), and is gone then:
   * people may demand that theirs is deleted.
   */
  #versioned() {
    const lifecycleRules = [{ noncurrentVersionExpiration: Duration.days(30), expiredObjectDeleteMarker: true }]
    return { versioned: true, lifecycleRules }
  }

  /** The target of browser uploads. Only the intake function reads it, when an upload arrives. */
  #uploads(settings: Settings) {
    return this.#uploadTarget('Uploads', 'It contains unchecked uploads, for a day.', settings, [
      { expiration: Duration.days(uploadDays) },
    ])
  }

  /** The files of imports, which browsers upload, and of exports. */
  #files(settings: Settings, unlogged: string) {
    const lifecycleRules = [
      { prefix: uploadPrefix, expiration: Duration.days(uploadDays) },
      { expiration: Duration.days(keptDays) },
    ]
    // Pages follow the API's redirect to the rows in error.
    return this.#uploadTarget('Files', unlogged, settings, lifecycleRules, [HttpMethods.GET])
  }

  /** A bucket that browsers upload to, and whose new objects are events. */
  #uploadTarget(
    id: string,
    unlogged: string,
    settings: Settings,
    lifecycleRules: LifecycleRule[],
    alsoAllowed: HttpMethods[] = [],
  ) {
    const bucket = privateBucket(this, id, unlogged, settings, {
      ...this.#encrypted(),
      lifecycleRules,
      cors: [
        {
          allowedMethods: [HttpMethods.POST, ...alsoAllowed],
          allowedOrigins: allowedOrigins(settings),
          allowedHeaders: ['*'],
        },
      ],
    })
    // CDK's eventBridgeEnabled would add a custom resource; CloudFormation supports the property itself.
    const template = bucket.node.defaultChild as CfnBucket
    template.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } }
    return bucket
  }

  /**
   * A secret with an initial JSON value: a keyring with a random key, numbered 1 (later keys get the next number, and
   * old ones remain usable), or, if rotation or an operator sets the value, `template` with an unused field.
   */
  #secret(id: string, description: string, generateStringKey = '1', template = '{}'): ISecret {
    const secret = new Secret(this, id, {
      description,
      encryptionKey: this.key,
      removalPolicy: this.#removalPolicy,
      generateSecretString: {
        secretStringTemplate: template,
        generateStringKey,
        passwordLength: 64,
        excludePunctuation: true,
      },
    })
    secret.denyAccountRootDelete()
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'Rotation schedules are in the API’s stack; other secrets are changed by operators.',
    })
    // A reference without the key: grants would add the functions to the key's policy, a circular dependency of stacks.
    return Secret.fromSecretCompleteArn(this, `${id}Reference`, secret.secretArn)
  }
}
