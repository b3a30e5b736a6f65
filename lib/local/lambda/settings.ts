import { variableOf } from '../../../shared/config/function-settings.ts'
import { resourcesOf, type Assembly } from '../cloudformation/assembly.ts'
import { StartupError } from '../runtime/startup-error.ts'
import type { Resolve } from '../cloudformation/intrinsics.ts'
import { accountId, functionArn, physicalName, region } from '../cloudformation/names.ts'
import { deploymentFunctionsOf } from '../iam/deployers.ts'
import { localKeys } from '../iam/local-keys.ts'

/** A Lambda function in the templates. Plain data, since it is sent to a worker thread. */
export interface FunctionSettings {
  name: string
  arn: string
  /** The unpacked asset. */
  directory: string
  /** `file.export` */
  handler: string
  timeoutMilliseconds: number
  /** For asynchronous invocations. */
  retryAttempts: number
  memoryMegabytes: number
  /** The function's complete environment: variables of this process are not inherited. */
  environment: Record<string, string>
}

/** Local URLs of AWS services for functions. */
export interface Services {
  dynamodb: string
  /** SES. */
  mail: string
  s3: string
  sqs: string
  secretsManager: string
  secretsPort: number
  /** The session token of a function's credentials, which identifies it as the caller. */
  tokenOf(functionName: string): string
  /** Overrides the URL in the template. */
  flightDataUrl?: string
  /** The @connections API. */
  connections?: string
}

interface LambdaProperties {
  Code: { S3Key?: string }
  Handler: string
  Runtime: string
  Timeout?: number
  MemorySize?: number
  Environment?: { Variables?: Record<string, unknown> }
}

interface InvokeConfigProperties {
  FunctionName: string
  MaximumRetryAttempts?: number
}

/**
 * Returns the functions in the templates, without those of CDK's custom resources.
 * Throws StartupError for a function that is not a Node.js asset.
 */
export const functionsOf = (assembly: Assembly, resolve: Resolve, services: Services): FunctionSettings[] => {
  const deploymentFunctions = deploymentFunctionsOf(assembly, resolve)
  const functions = resourcesOf(assembly, 'AWS::Lambda::Function').filter(
    (resource) => !deploymentFunctions.has(functionArn(resource)),
  )
  const invokeConfigs = new Map(
    resourcesOf(assembly, 'AWS::Lambda::EventInvokeConfig')
      .map(({ properties, stack }) => resolve(properties, stack) as InvokeConfigProperties)
      .map((properties) => [properties.FunctionName, properties]),
  )
  return functions.map((resource) => {
    const part = <K extends keyof LambdaProperties>(key: K) =>
      resolve(resource.properties[key], resource.stack) as LambdaProperties[K]
    const name = physicalName(resource)
    const directory = assembly.assets.get(part('Code').S3Key ?? '')
    if (directory === undefined)
      throw new StartupError(`The code of function ${name} is not an asset of the assembly.`)
    if (!part('Runtime').startsWith('nodejs'))
      throw new StartupError(
        `Function ${name} needs ${part('Runtime')}: the local cloud supports Node.js only.`,
      )
    const settings = {
      name,
      arn: functionArn(resource),
      directory,
      handler: part('Handler'),
      // The defaults of AWS::Lambda::Function.
      timeoutMilliseconds: (part('Timeout') ?? 3) * 1000,
      memoryMegabytes: part('MemorySize') ?? 128,
      retryAttempts: invokeConfigs.get(name)?.MaximumRetryAttempts ?? 2,
    }
    const variables = Object.entries(part('Environment')?.Variables ?? {})
    return {
      ...settings,
      environment: {
        ...runtimeVariables(settings, part('Runtime'), services),
        ...Object.fromEntries(variables.map(([key, value]) => [key, String(value)])),
        // Overrides the extension's port on AWS in the template.
        PARAMETERS_SECRETS_EXTENSION_HTTP_PORT: String(services.secretsPort),
        ...(services.flightDataUrl && { [variableOf('flightDataUrl')]: services.flightDataUrl }),
        ...(services.connections && { AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI: services.connections }),
      },
    }
  })
}

/** AWS Lambda developer guide, "Defined runtime environment variables"; plus the services' local URLs. */
const runtimeVariables = (
  settings: Omit<FunctionSettings, 'environment'>,
  runtime: string,
  { dynamodb, mail, s3, sqs, secretsManager, tokenOf }: Services,
): Record<string, string> => ({
  _HANDLER: settings.handler,
  AWS_ACCESS_KEY_ID: localKeys.id,
  AWS_ACCOUNT_ID: accountId,
  AWS_DEFAULT_REGION: region,
  AWS_EXECUTION_ENV: `AWS_Lambda_${runtime}`,
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(settings.memoryMegabytes),
  AWS_LAMBDA_FUNCTION_NAME: settings.name,
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
  AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${settings.name}`,
  AWS_LAMBDA_LOG_STREAM_NAME: 'local',
  AWS_REGION: region,
  AWS_SECRET_ACCESS_KEY: localKeys.secret,
  AWS_SESSION_TOKEN: tokenOf(settings.name),
  LAMBDA_TASK_ROOT: settings.directory,
  TZ: ':UTC',
  AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
  AWS_ENDPOINT_URL_S3: s3,
  AWS_ENDPOINT_URL_SECRETS_MANAGER: secretsManager,
  AWS_ENDPOINT_URL_SES: mail,
  AWS_ENDPOINT_URL_SQS: sqs,
})
