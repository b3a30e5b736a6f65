import { Stack } from 'aws-cdk-lib'
import { Grant, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { CfnRotationSchedule } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'
import { rotated } from '../../../functions/jobs/rotation.ts'
import { secretVariable, type SecretName } from '../../../shared/config/secrets.ts'
import type { Settings } from '../../../shared/config/settings.ts'
import type { DataStack } from '../data/stack.ts'
import { nodeFunction } from './function.ts'
import { grantKey } from '../data/key.ts'

/**
 * Schedules the rotation of secrets and returns the rotation function. A schedule starts with a rotation, so the first
 * deployment creates the signing keys.
 */
export function rotateKeys(scope: Construct, props: { data: DataStack; settings: Settings }) {
  const { data } = props
  const names = Object.keys(rotated) as (keyof typeof rotated)[]
  const variables = [...names, 'verification' as const].map((name) => [
    secretVariable(name),
    data.secrets[name].secretArn,
  ])
  const rotationLambda = nodeFunction(scope, 'rotation', props, {
    environment: Object.fromEntries(variables) as Record<string, string>,
  })
  grantKey(data.key, rotationLambda, 'newSecrets')
  const grant = (name: SecretName, ...actions: string[]) =>
    Grant.addToPrincipal({
      grantee: rotationLambda,
      actions: actions.map((action) => `secretsmanager:${action}`),
      resourceArns: [data.secrets[name].secretArn],
    })
  grant('verification', 'PutSecretValue')
  for (const name of names)
    grant(name, 'DescribeSecret', 'GetSecretValue', 'PutSecretValue', 'UpdateSecretVersionStage')
  // Only secrets of this account (Secrets Manager user guide, "Permissions for rotation").
  rotationLambda.addPermission('Rotates', {
    principal: new ServicePrincipal('secretsmanager.amazonaws.com'),
    sourceAccount: Stack.of(scope).account,
  })
  for (const name of names) {
    // CDK's RotationSchedule would also allow the function to generate random passwords.
    const schedule = new CfnRotationSchedule(scope, `${name}Rotation`, {
      secretId: data.secrets[name].secretArn,
      rotationLambdaArn: rotationLambda.functionArn,
      rotationRules: { scheduleExpression: `rate(${rotated[name].days} days)` },
    })
    // The first rotation needs the function's permissions.
    schedule.node.addDependency(rotationLambda)
  }
  return rotationLambda
}
