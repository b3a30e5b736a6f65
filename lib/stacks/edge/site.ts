import {
  Annotations,
  DefaultStackSynthesizer,
  Duration,
  Stack,
  Validations,
  type CfnElement,
} from 'aws-cdk-lib'
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
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment'
import { Construct } from 'constructs'
import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Settings } from '../../../shared/config/settings.ts'
import { siteDir } from '../../site/build.ts'
import { privateBucket } from '../data/bucket.ts'
import type { DataStack } from '../data/stack.ts'
import { decoderHeaders, pageHeaders } from './headers.ts'
import { acceptManagedPolicy, findingEnvironment } from '../cdk-nag.ts'
import { logGroup } from '../api/function.ts'

interface SiteProps {
  settings: Settings
  data: DataStack
}

const pages = ['track', 'board', 'console', 'docs']
/** The page of workers and couriers, which is installed on phones. */
const app = '/work'

/** The name of a page's service worker, which browsers compare with the one they have (W3C Service Workers, "Update"). */
const serviceWorker = 'service-worker.js'

/** The pages of `site/` in a bucket that only the distribution can read. */
export class Site extends Construct {
  /** Cache behaviours of pages, by path pattern. */
  readonly behaviours: Record<string, BehaviorOptions>
  readonly #bucket: IBucket

  constructor(scope: Construct, id: string, props: SiteProps) {
    super(scope, id)
    const { settings, data } = props
    const unlogged = 'Only the distribution reads it, and the distribution has an access log.'
    const bucket = privateBucket(this, 'Pages', unlogged, settings) as IBucket
    this.#bucket = bucket
    this.#deploy(bucket, props)
    const behaviour = {
      // With s3:ListBucket, a missing file returns 404 instead of 403.
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
    const responseHeadersPolicy = pageHeaders(this, 'Headers', data.buckets)
    const appOptions = { usesCamera: true, serviceWorkerScope: app }
    const appHeaders = pageHeaders(this, 'AppHeaders', data.buckets, appOptions)
    // CloudFront uses the first pattern that matches.
    this.behaviours = {
      [`${app}/decoder-*`]: { ...behaviour, responseHeadersPolicy: decoderHeaders(this) },
      [`${app}*`]: { ...behaviour, responseHeadersPolicy: appHeaders },
      ...Object.fromEntries(
        [...pages, ...(settings.designPage ? ['design'] : [])].map((page) => [
          `/${page}*`,
          { ...behaviour, responseHeadersPolicy },
        ]),
      ),
    }
  }

  /**
   * Serves the page of a path; for a path without one `not-found` of the page above it or, without that, the page above
   * it, whose script evaluates the path. Its files are recognised by their hash (lib/site/build.ts), not by a dot, since
   * a link may have been copied with the full stop after it. The former board redirects to the console, whose script
   * reads the fragment, which browsers keep.
   */
  #pageOfPath() {
    const paths = globSync('*/**/index.html', { cwd: siteDir }).map(dirname)
    return new EdgeFunction(this, 'PageOfPath', {
      runtime: FunctionRuntime.JS_2_0,
      comment: 'Rewrites paths to the index.html of their page, except files; redirects /board',
      code: FunctionCode.fromInline(`const pages = ${JSON.stringify(paths.sort())}
function handler(event) {
  const request = event.request
  const [, page] = request.uri.split('/')
  const path = request.uri.replace(/^\\/|[/.,;:!?]+$/g, '')
  const last = request.uri.slice(request.uri.lastIndexOf('/') + 1)
  if (/-[A-Z0-9]{8}\\.[a-z0-9]+$/.test(last) || last === '${serviceWorker}') return request
  if (page === 'board')
    return { statusCode: 301, statusDescription: 'Moved Permanently', headers: { location: { value: '/console' } } }
  request.uri = '/' + ([path, page + '/not-found'].find((one) => pages.includes(one)) || page) + '/index.html'
  return request
}`),
    })
  }

  /**
   * Files have names with a content hash (lib/site/build.ts), so they are cached for a year, and old ones are not deleted,
   * since open pages may need them. Pages are cached for a minute, and deployed after their files; service workers, which
   * name the files that they keep, are the last.
   */
  #deploy(destinationBucket: IBucket, props: SiteProps) {
    const shared = {
      sources: [Source.asset(siteDir)],
      destinationBucket,
      logGroup: logGroup(this, 'Deployment', props),
      memoryLimit: 512,
    }
    const files = new BucketDeployment(this, 'Files', {
      ...shared,
      exclude: ['*.html', `*/${serviceWorker}`],
      prune: false,
      cacheControl: [CacheControl.fromString('public, max-age=31536000, immutable')],
    })
    const pages = new BucketDeployment(this, 'Html', {
      ...shared,
      exclude: ['*'],
      include: ['*.html'],
      contentType: 'text/html; charset=utf-8',
      cacheControl: [CacheControl.setPublic(), CacheControl.maxAge(Duration.minutes(1))],
    })
    pages.node.addDependency(files)
    const workers = new BucketDeployment(this, 'ServiceWorkers', {
      ...shared,
      exclude: ['*'],
      include: [`*/${serviceWorker}`],
      cacheControl: [CacheControl.noCache()],
    })
    workers.node.addDependency(pages)
    this.#acceptDeployer()
  }
  /** Acknowledges the findings of the deployment function, which CDK adds to the stack. */
  #acceptDeployer() {
    const stack = Stack.of(this)
    const bucket = stack.getLogicalId(this.#bucket.node.defaultChild as CfnElement)
    const { region, account, partition } = findingEnvironment(stack)
    const permissions = [
      'Action::s3:Abort*',
      'Action::s3:DeleteObject*',
      'Action::s3:GetBucket*',
      'Action::s3:GetObject*',
      'Action::s3:List*',
      `Resource::<${bucket}.Arn>/*`,
      `Resource::arn:${partition}:s3:::cdk-${DefaultStackSynthesizer.DEFAULT_QUALIFIER}-assets-${account}-${region}/*`,
    ]
    acceptManagedPolicy(
      stack,
      'AWSLambdaBasicExecutionRole',
      'The policy only allows the function to write its log.',
    )
    Validations.of(stack).acknowledge(
      ...['AwsSolutions-L1', 'Serverless-LambdaLatestVersion'].map((id) => ({
        id,
        reason: 'CDK updates the runtime of its own function.',
      })),
      ...['Serverless-LambdaDLQ', 'Serverless-LambdaTracing'].map((id) => ({
        id,
        reason: 'It runs during a deployment, which fails if the function fails.',
      })),
      ...permissions.map((permission) => ({
        id: `AwsSolutions-IAM5[${permission}]`,
        reason: 'The function copies all files from CDK’s bucket to that of the pages.',
      })),
    )
  }
}
