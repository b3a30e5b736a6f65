import { Duration } from 'aws-cdk-lib'
import { RotationSchedule } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'
import { rotated } from '../../functions/rotation.ts'
import { secretVariable } from '../../shared/secrets.ts'
import type { Settings } from '../../shared/settings.ts'
import type { DataStack } from './data.ts'
import { nodeFunction } from './function.ts'
import { grantKey } from './key.ts'

/**
 * Makes the signing keys at the first deployment, since a schedule begins with a rotation, and renews all that is
 * renewed. Gives the function that does it.
 */
export function rotateKeys(scope: Construct, { data, settings }: { data: DataStack; settings: Settings }) {
  const { verification } = data.secrets
  const names = Object.keys(rotated) as (keyof typeof rotated)[]
  const variables = [...names, 'verification' as const].map((name) => [
    secretVariable(name),
    data.secrets[name].secretArn,
  ])
  const rotationLambda = nodeFunction(scope, 'rotation', settings, {
    environment: Object.fromEntries(variables) as Record<string, string>,
  })
  grantKey(data.key, rotationLambda, 'newSecrets')
  verification.grantWrite(rotationLambda)
  for (const name of names)
    new RotationSchedule(scope, `${name}Rotation`, {
      secret: data.secrets[name],
      rotationLambda,
      automaticallyAfter: Duration.days(rotated[name].days),
    })
  return rotationLambda
}
