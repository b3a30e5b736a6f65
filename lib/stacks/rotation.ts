import { Duration } from 'aws-cdk-lib'
import { RotationSchedule } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'
import { secretVariable } from '../../shared/secrets.ts'
import type { Settings } from '../../shared/settings.ts'
import type { DataStack } from './data.ts'
import { nodeFunction } from './function.ts'

/** Makes the signing keys at the first deployment, since a schedule begins with a rotation, and renews them. */
export function rotateSigningKeys(
  scope: Construct,
  { data, settings }: { data: DataStack; settings: Settings },
) {
  const { signing, verification } = data.secrets
  const rotationLambda = nodeFunction(scope, 'rotation', settings, {
    environment: { [secretVariable('verification')]: verification.secretArn },
  })
  verification.grantWrite(rotationLambda)
  new RotationSchedule(scope, 'RotationSchedule', {
    secret: signing,
    rotationLambda,
    automaticallyAfter: Duration.days(30),
  })
}
