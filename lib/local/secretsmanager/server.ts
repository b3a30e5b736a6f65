import { randomUUID } from 'node:crypto'
import { json } from 'node:stream/consumers'
import { resourcesOf, type Assembly } from '../cloudformation/assembly.ts'
import { StartupError } from '../runtime/startup-error.ts'
import type { AccessControl } from '../iam/access.ts'
import type { InvocationResult } from '../lambda/execution-environment.ts'
import type { LambdaFunction } from '../lambda/functions.ts'
import type { Resolve } from '../cloudformation/intrinsics.ts'
import { loopbackServer } from '../http/loopback-server.ts'
import type { SecretValue } from './secrets.ts'

interface Input {
  SecretId: string
  SecretString?: string
  ClientRequestToken?: string
  VersionId?: string
  VersionStage?: string
  VersionStages?: string[]
  MoveToVersionId?: string
}
type Secrets = Map<string, SecretValue>

/** ARNs of rotation functions (AWS::SecretsManager::RotationSchedule), by secret ARN. */
export const rotationsOf = (assembly: Assembly, resolve: Resolve) =>
  new Map(
    resourcesOf(assembly, 'AWS::SecretsManager::RotationSchedule').map(({ properties, stack }) => {
      const { SecretId, RotationLambdaARN } = resolve(properties, stack) as Record<string, string>
      return [SecretId ?? '', RotationLambdaARN ?? '']
    }),
  )

/**
 * The part of Secrets Manager's API that rotation uses, on loopback. RotateSecret needs no credentials, other calls a
 * function's session token. `save` is called after changes to `values`. Rotation runs on request only, since a local
 * cloud rarely runs for a month.
 */
export async function serveSecretsManager(
  values: Secrets,
  { access, save }: { access: AccessControl; save: () => void },
) {
  let rotations = new Map<string, LambdaFunction>()
  const pending: Secrets = new Map()
  const find = (id: string) =>
    values.get(id) ??
    [...values.values()].find(({ Name }) => Name === id) ??
    fail('ResourceNotFoundException', id)

  const operations: Record<string, (input: Input, secret: SecretValue) => unknown> = {
    GetSecretValue({ VersionId, VersionStage }, secret) {
      const next = pending.get(secret.ARN)
      const requested =
        VersionStage === 'AWSPENDING' || (VersionId && VersionId === next?.VersionId) ? next : secret
      const found = requested ?? fail('ResourceNotFoundException', `${secret.Name} has no such version`)
      // The AWS JSON 1.1 protocol has timestamps in seconds.
      return { ...found, CreatedDate: Date.parse(found.CreatedDate) / 1000 }
    },
    DescribeSecret: (_, secret) => ({
      ARN: secret.ARN,
      Name: secret.Name,
      VersionIdsToStages: Object.fromEntries(
        [secret, pending.get(secret.ARN)].flatMap((one) => (one ? [[one.VersionId, one.VersionStages]] : [])),
      ),
    }),
    PutSecretValue(
      { SecretString = '', ClientRequestToken = randomUUID(), VersionStages = ['AWSCURRENT'] },
      secret,
    ) {
      const next = { ...secret, SecretString, VersionStages, VersionId: ClientRequestToken }
      if (VersionStages.includes('AWSCURRENT')) values.set(secret.ARN, next)
      else pending.set(secret.ARN, next)
      save()
      return next
    },
    UpdateSecretVersionStage({ MoveToVersionId = '' }, secret) {
      const next = pending.get(secret.ARN)
      if (next?.VersionId !== MoveToVersionId) fail('ResourceNotFoundException', MoveToVersionId)
      values.set(secret.ARN, { ...next, VersionStages: ['AWSCURRENT'] })
      pending.delete(secret.ARN)
      save()
      return secret
    },
    async RotateSecret(_, { ARN, Name }) {
      const target = rotations.get(ARN) ?? fail('InvalidRequestException', `${Name} has no rotation function`)
      const ClientRequestToken = randomUUID()
      for (const Step of ['createSecret', 'setSecret', 'testSecret', 'finishSecret']) {
        const result: InvocationResult = await target.invoke(
          JSON.stringify({ Step, SecretId: ARN, ClientRequestToken }),
        )
        if (typeof result === 'string') fail('InternalServiceError', `${Step} of ${Name}: ${result}`)
      }
      return { ARN, Name, VersionId: ClientRequestToken }
    },
  }

  const server = await loopbackServer((request, response) => {
    const name = String(request.headers['x-amz-target']).replace('secretsmanager.', '')
    const execute = async () => {
      const operation = operations[name] ?? fail('UnknownOperationException', name)
      const token = String(request.headers['x-amz-security-token'])
      if (name !== 'RotateSecret' && !access.isKnown(token)) fail('AccessDeniedException', name)
      const input = (await json(request)) as Input
      const secret = find(input.SecretId)
      const denialReason = access.denialReason(token, {
        action: `secretsmanager:${name}`,
        resource: secret.ARN,
      })
      if (denialReason) fail('AccessDeniedException', denialReason)
      return operation(input, secret)
    }
    const respond = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body))
    execute().then(
      (result) => respond(200, result),
      (error: unknown) => respond(400, { __type: (error as Error).name, message: (error as Error).message }),
    )
  })
  return {
    ...server,
    /** Sets the rotation functions. They start after this server, since they need its URL. */
    setRotations(functions: readonly LambdaFunction[], rotationArns: ReadonlyMap<string, string>) {
      rotations = new Map(
        [...rotationArns].map(([secret, arn]) => {
          const target = functions.find((one) => one.arn === arn)
          if (!target) throw new StartupError(`${secret} is rotated by ${arn}, which the app does not have.`)
          return [secret, target]
        }),
      )
    },
  }
}

function fail(type: string, message: string): never {
  throw Object.assign(new Error(`Local Secrets Manager: ${message}`), { name: type })
}
