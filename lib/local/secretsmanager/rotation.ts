import { randomUUID } from 'node:crypto'
import { resourcesOf, type Assembly } from '../cloudformation/assembly.ts'
import type { Resolve } from '../cloudformation/intrinsics.ts'
import type { InvocationResult } from '../lambda/execution-environment.ts'
import { functionNamed, type LambdaFunction } from '../lambda/functions.ts'
import { StartupError } from '../runtime/startup-error.ts'
import { fail } from './error.ts'
import type { SecretValue } from './secrets.ts'
import type { SecretStore } from './store.ts'

/** ARNs of rotation functions (AWS::SecretsManager::RotationSchedule), by secret ARN. */
export const rotationsOf = (assembly: Assembly, resolve: Resolve) =>
  new Map(
    resourcesOf(assembly, 'AWS::SecretsManager::RotationSchedule').map(({ properties, stack }) => {
      const { SecretId, RotationLambdaARN } = resolve(properties, stack) as Record<string, string>
      return [SecretId ?? '', RotationLambdaARN ?? '']
    }),
  )

/** Rotation functions, by secret ARN. Throws StartupError if the app does not have one. */
export const rotationFunctions = (
  functions: readonly LambdaFunction[],
  rotationArns: ReadonlyMap<string, string>,
) =>
  new Map(
    [...rotationArns].map(([secret, arn]) => {
      const target = functionNamed(functions, arn)
      if (!target) throw new StartupError(`${secret} is rotated by ${arn}, which the app does not have.`)
      return [secret, target]
    }),
  )

/**
 * RotateSecret (Secrets Manager user guide, "Lambda rotation functions"): responds when all four steps are done. Rotation
 * runs on request only, since a local cloud rarely runs for a month. Throws SecretsError.
 */
export async function rotate(
  { rotations }: SecretStore,
  { ARN, Name }: SecretValue,
  { ClientRequestToken = randomUUID() }: { ClientRequestToken?: string },
) {
  const target = rotations.get(ARN) ?? fail('InvalidRequestException', `${Name} has no rotation function.`)
  for (const Step of ['createSecret', 'setSecret', 'testSecret', 'finishSecret']) {
    const result: InvocationResult = await target.invoke(
      JSON.stringify({ Step, SecretId: ARN, ClientRequestToken }),
    )
    if (typeof result === 'string') fail('InternalServiceError', `${Step} of ${Name}: ${result}`)
  }
  return { ARN, Name, VersionId: ClientRequestToken }
}
