import { Stack, type StackProps } from 'aws-cdk-lib'
import { CfnDeploymentGroup, LambdaApplication } from 'aws-cdk-lib/aws-codedeploy'
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { Construct } from 'constructs'
import { groups } from '../../../functions/index.ts'
import type { Settings } from '../../../shared/config/settings.ts'
import { alarmNames, alarmOf, physicalAlarmName } from '../monitoring/alarms.ts'
import { acceptManagedPolicy } from '../cdk-nag.ts'

/**
 * The functions that a deployment shifts step by step: those of requests. A share of a job's few invocations would tell
 * nothing, and Lambda allows 15 changes of functions a second, which CodeDeploy's deployments share.
 */
export const isShifted = (name: string) => Object.hasOwn(groups, name)

interface RolloutProps extends StackProps {
  /** The name of the CodeDeploy application. */
  applicationName: string
  /** The name of the stack of the alarms, which is created later. */
  alarmStackName: string
  settings: Settings
}

/**
 * How new versions of functions get their requests: CodeDeploy shifts each function's alias, watches alarms meanwhile, and
 * shifts back if one goes off, with which CloudFormation rolls back the stack. Names connect it with the other stacks: the
 * functions' stack is deployed after it, and the alarms' stack after that.
 */
export class RolloutStack extends Stack {
  readonly applicationName: string

  constructor(
    scope: Construct,
    id: string,
    { applicationName, alarmStackName, settings, ...props }: RolloutProps,
  ) {
    super(scope, id, props)
    this.applicationName = applicationName
    const application = new LambdaApplication(this, 'Application', { applicationName })
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
      managedPolicies: [
        ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSCodeDeployRoleForLambdaLimited'),
      ],
    })
    acceptManagedPolicy(role, 'AWSCodeDeployRoleForLambdaLimited', 'AWS’s policy for CodeDeploy and Lambda.')
    const alarmConfiguration = {
      alarms: alarmNames
        .filter((name) => alarmOf(name).stopsDeployments)
        .map((name) => ({ name: physicalAlarmName(alarmStackName, name) })),
      // CodeDeploy refuses a deployment while an alarm is on. A deployment that shifts all at once can then mend its cause.
      enabled: settings.rollout !== 'LambdaAllAtOnce',
      // At the first deployment, the alarms do not exist yet.
      ignorePollAlarmFailure: true,
    }
    for (const name of Object.keys(groups))
      new CfnDeploymentGroup(this, `${name}Deployments`, {
        applicationName: application.applicationName,
        deploymentGroupName: name,
        serviceRoleArn: role.roleArn,
        deploymentConfigName: `CodeDeployDefault.${settings.rollout}`,
        deploymentStyle: { deploymentType: 'BLUE_GREEN', deploymentOption: 'WITH_TRAFFIC_CONTROL' },
        alarmConfiguration,
        autoRollbackConfiguration: {
          enabled: true,
          events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_STOP_ON_REQUEST'],
        },
      })
  }
}
