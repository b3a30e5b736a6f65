import { Stack, Validations } from 'aws-cdk-lib'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Construct } from 'constructs'
import type { Settings } from '../../../shared/config/settings.ts'

/** The topic of alarms, with an e-mail subscription if `alarmEmail` is set. The key is that of the data, where it can be. */
export function alarmTopic(scope: Construct, { alarmEmail }: Settings, masterKey?: IKey): Topic {
  const topic = new Topic(scope, 'Alarms', {
    displayName: 'Courier alarms',
    enforceSSL: true,
    ...(masterKey && { masterKey }),
  })
  // enforceSSL adds a policy, which replaces the default one, so publishers have to be allowed.
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
  )
  if (!alarmEmail) return topic
  topic.addSubscription(new EmailSubscription(alarmEmail))
  Validations.of(topic).acknowledge({
    id: 'Serverless-SNSRedrivePolicy',
    reason: 'An alarm that cannot be mailed is on the dashboard; a queue would not make it visible sooner.',
  })
  return topic
}
