import { Annotations, Duration, Stack, Validations, type CfnElement } from 'aws-cdk-lib'
import {
  AccessLevel,
  AllowedMethods,
  CachePolicy,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  ViewerProtocolPolicy,
  type BehaviorOptions,
} from 'aws-cdk-lib/aws-cloudfront'
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import type { Bucket, IBucket } from 'aws-cdk-lib/aws-s3'
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment'
import { Construct } from 'constructs'
import type { Settings } from '../../../shared/config/settings.ts'
import { siteDir } from '../../site/build.ts'
import { privateBucket } from '../data/bucket.ts'
import { pageHeaders } from './headers.ts'
import { placeOf } from '../cdk-nag.ts'
import { logGroup } from '../api/function.ts'

/** The pages, and whether their scripts hold to trusted types (W3C), which a page that is not ours does not. */
const pages = { track: true, board: true, docs: false }

/** The pages of `site/` in a bucket that the distribution alone may read. */
export class Site extends Construct {
  /** What serves them, by the paths that lead there. */
  readonly behaviours: Record<string, BehaviorOptions>
  readonly #bucket: IBucket

  constructor(scope: Construct, id: string, { settings, photos }: { settings: Settings; photos: Bucket }) {
    super(scope, id)
    const unlogged = 'Only the distribution reads it, and the distribution has a log of its own.'
    const bucket = privateBucket(this, 'Pages', unlogged, settings) as IBucket
    this.#bucket = bucket
    this.#deploy(bucket, settings)
    const behaviour = {
      // Listing makes what is not there a 404 instead of a 403.
      origin: S3BucketOrigin.withOriginAccessControl(bucket, {
        originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
      }),
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      functionAssociations: [{ function: this.#pageOfPath(), eventType: FunctionEventType.VIEWER_REQUEST }],
    }
    Annotations.of(Stack.of(this)).acknowledgeWarning(
      '@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk',
      'Files cannot be listed: every path of these behaviours is rewritten to a page’s file.',
    )
    const [own, foreign] = [
      pageHeaders(this, 'Headers', photos, true),
      pageHeaders(this, 'ForeignHeaders', photos, false),
    ]
    this.behaviours = Object.fromEntries(
      Object.entries(pages).map(([page, trusted]) => [
        `/${page}*`,
        { ...behaviour, responseHeadersPolicy: trusted ? own : foreign },
      ]),
    )
  }

  /**
   * Every address below a page is the page itself, which finds the rest out by its script, but for the files that it names
   * (lib/site/build.ts): a link may have been copied with the full stop behind it.
   */
  #pageOfPath() {
    return new EdgeFunction(this, 'PageOfPath', {
      runtime: FunctionRuntime.JS_2_0,
      comment: 'Gives /<page>/index.html for all that is no file',
      code: FunctionCode.fromInline(`function handler(event) {
  const request = event.request
  const [, page] = request.uri.split('/')
  const last = request.uri.slice(request.uri.lastIndexOf('/') + 1)
  if (!/-[A-Z0-9]{8}\\.[a-z0-9]+$/.test(last)) request.uri = '/' + page + '/index.html'
  return request
}`),
    })
  }

  /**
   * Files that pages name have names of their content (lib/site/build.ts), so they are kept for a year and old ones stay for
   * pages that are open; a page itself is asked for anew after a minute, and comes after the files that it names.
   */
  #deploy(destinationBucket: IBucket, settings: Settings) {
    const shared = {
      sources: [Source.asset(siteDir)],
      destinationBucket,
      logGroup: logGroup(this, 'Deployment', settings),
      memoryLimit: 512,
    }
    const files = new BucketDeployment(this, 'Files', {
      ...shared,
      exclude: ['*.html'],
      prune: false,
      cacheControl: [CacheControl.fromString('public, max-age=31536000, immutable')],
    })
    const pages = new BucketDeployment(this, 'Html', {
      ...shared,
      exclude: ['*'],
      include: ['*.html'],
      cacheControl: [CacheControl.setPublic(), CacheControl.maxAge(Duration.minutes(1))],
    })
    pages.node.addDependency(files)
    this.#acceptDeployer()
  }
  /** The construct of CDK's own function that copies the files, the only other child of the stack. */
  #acceptDeployer() {
    const stack = Stack.of(this)
    const bucket = stack.getLogicalId(this.#bucket.node.defaultChild as CfnElement)
    const { region, account } = placeOf(stack)
    const permissions = [
      'Action::s3:Abort*',
      'Action::s3:DeleteObject*',
      'Action::s3:GetBucket*',
      'Action::s3:GetObject*',
      'Action::s3:List*',
      `Resource::<${bucket}.Arn>/*`,
      `Resource::arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-${account}-${region}/*`,
    ]
    Validations.of(stack).acknowledge(
      ...['AwsSolutions-L1', 'Serverless-LambdaLatestVersion'].map((id) => ({
        id,
        reason: 'CDK keeps the runtime of its own function up to date.',
      })),
      ...['Serverless-LambdaDLQ', 'Serverless-LambdaTracing'].map((id) => ({
        id,
        reason: 'It runs at a deployment, which fails where it fails and shows its log.',
      })),
      {
        id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
        reason: 'It lets that function write its log, and nothing else.',
      },
      ...permissions.map((permission) => ({
        id: `AwsSolutions-IAM5[${permission}]`,
        reason: 'It copies all files from CDK’s bucket to that of the pages.',
      })),
    )
  }
}
