import { resolve } from 'node:path'
import { bucketVariable } from '../../shared/config/buckets.ts'
import { gateway } from './apigateway/gateway.ts'
import { httpApiOf } from './apigateway/http-api.ts'
import { awsSocketLimits } from './apigateway/websocket/connections.ts'
import { websocketGateway } from './apigateway/websocket/gateway.ts'
import { writeAwsConfig } from './aws-config.ts'
import { websocketUrl } from './cloudformation/names.ts'
import { distributionOf } from './cloudfront/distribution.ts'
import { edge } from './cloudfront/edge.ts'
import { endpointsFile, type Endpoints } from './endpoints.ts'
import { runEventSources } from './event-sources.ts'
import { bindHttpServer } from './http/server.ts'
import type { InvocationResult } from './lambda/execution-environment.ts'
import { lambdaFunction } from './lambda/functions.ts'
import { serveLambda } from './lambda/server.ts'
import { functionsOf, type FunctionSettings } from './lambda/settings.ts'
import type { CloudOptions } from './options.ts'
import { prepare } from './prepare.ts'
import { lockDataDir } from './runtime/data-dir.ts'
import { StartupError } from './runtime/startup-error.ts'
import { rotationsOf } from './secretsmanager/rotation.ts'
import { startServices } from './services.ts'

export interface Cloud {
  url: string
  dynamodb: string
  table: string
  endpoints: Endpoints
  /** With the environment of each function, so that tests can run its code in their own process. */
  functions: readonly FunctionSettings[]
  /** An unrestricted session token, for tests that run functions' code in their own process. */
  ownerToken: string
  /**
   * Invokes a function by construct id, such as `authFunction`, with an event (JSON), bypassing the gateway.
   * Throws StartupError if the app does not have it.
   */
  invoke(constructId: string, event: string): Promise<InvocationResult>
  /**
   * Ends a function's execution environment immediately, like a crash: events in flight result in 'error', and the next
   * event starts a new environment. Throws StartupError if the app does not have the function.
   */
  kill(constructId: string): Promise<void>
  /** Rejects with StartupError if the emulator exits unexpectedly; never resolves. */
  unexpectedExit: Promise<never>
  /** Stops everything, the emulator last, so that writes finish. */
  stop(): Promise<void>
}

/**
 * Runs the service locally from its synthesised CDK app. Resolves when the API is reachable and
 * `<dataDir>/endpoints.json` is written. Throws StartupError after stopping everything that it has started.
 */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  const { host = '127.0.0.1', port = 0 } = options
  const dataDir = resolve(options.dataDir)
  const output = outputOf(options)

  // Parts are disposed of in reverse order, even when a later one fails to start.
  await using parts = new AsyncDisposableStack()
  parts.use(lockDataDir(dataDir))
  const publicHost = URL.parse(options.context?.publicUrl ?? '')?.hostname ?? ''
  const server = parts.use(await bindHttpServer(host, port, output.failure, [publicHost]))
  const { url } = server
  const file = endpointsFile(dataDir)
  file.remove()
  const prepared = await prepare(parts, options, { dataDir, url, progress: output.progress })
  const { assembly, database, flightProvider, identityProvider } = prepared
  const services = await startServices(parts, options, prepared, { dataDir, url })
  const { resolve: resolveValue, addresses, websocketApi } = services

  const settings = functionsOf(assembly, resolveValue, addresses)
  const functions = settings.map((one) => parts.use(lambdaFunction(one, output, options.strict ?? false)))
  services.secretsManager.setRotations(functions, rotationsOf(assembly, resolveValue))
  const lambda = parts.use(await serveLambda(functions, services.access))
  const api = gateway(httpApiOf(assembly, resolveValue), functions, output.failure)
  const sockets =
    websocketApi &&
    websocketGateway(websocketApi, functions, {
      connections: services.openConnections,
      limits: { ...awsSocketLimits, ...options.socketLimits },
      report: output.failure,
    })
  const secretOf = (arn: string) => services.secrets.get(arn)?.SecretString
  const { handle, upgrades } = edge(distributionOf(assembly, resolveValue, secretOf), api, sockets)
  server.open(handle, upgrades)
  if (!options.onDemand)
    await runEventSources(parts, prepared, services, { functions, dataDir, report: output.failure })

  // Used again, so that it is disposed of first: active requests finish while the other parts still run.
  parts.use(server)
  const environment = Object.assign({}, ...settings.map((one) => one.environment)) as Record<string, string>
  const endpoints = {
    api: url,
    dynamodb: database.publicEndpoint,
    table: services.table,
    s3: addresses.s3,
    bucket: environment[bucketVariable('photos')] ?? '',
    sqs: addresses.sqs,
    websocket: websocketApi ? `${websocketUrl(url)}/${websocketApi.stage}` : '',
    connections: addresses.connections,
    flight_provider: flightProvider.url,
    mail: addresses.mail,
    secrets_manager: services.secretsManager.url,
    cloudformation: services.cloudFormation.url,
    lambda: lambda.url,
    identity_provider: identityProvider.client.issuer,
  }
  parts.defer(file.remove)
  writeAwsConfig(dataDir, endpoints)
  file.write(endpoints)

  /** CDK appends a hash to the construct id. */
  const functionOf = (constructId: string) => {
    const found = functions.find(({ name }) => new RegExp(`-${constructId}[0-9A-F]*$`).test(name))
    if (!found) throw new StartupError(`The app has no function ${constructId}.`)
    return found
  }
  const running = parts.move()
  return {
    url,
    endpoints,
    dynamodb: database.endpoint,
    table: services.table,
    functions: settings,
    ownerToken: services.ownerToken,
    invoke: async (constructId, event) => functionOf(constructId).invoke(event),
    kill: async (constructId) => functionOf(constructId).kill(),
    unexpectedExit: database.unexpectedExit,
    stop: () => running.disposeAsync(),
  }
}

const outputOf = ({ quiet, log, functionLog }: CloudOptions) => ({
  progress: quiet ? () => undefined : (log ?? console.log),
  log(chunk: string) {
    if (functionLog) functionLog(chunk)
    else if (!quiet) process.stdout.write(chunk)
  },
  failure: log ?? ((line: string) => console.error(`${new Date().toISOString()} ${line}`)),
})
