import { Validations, type Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { FilterCriteria } from 'aws-cdk-lib/aws-lambda'
import { EventBus, Rule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import {
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  EmailSendingEvent,
  EventDestination,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { noticePrefix } from '../../../shared/domain/notices/record.ts'
import { partitions } from '../../../shared/db/keys.ts'
import { addressOf, configurationSetVariable } from '../../../shared/mail/ses.ts'
import type { Settings } from '../../../shared/config/settings.ts'
import type { LiveFunction } from '../api/function.ts'
import { grantSending } from '../data/grants.ts'
import { findingEnvironment } from '../cdk-nag.ts'
import type { StreamOptions } from './event-sources.ts'
import { requireRealSender } from './sender.ts'

/**
 * Invokes the mailer with what SES reports of e-mails: that a server refused one for good, or its reader complained (SES
 * developer guide, "Monitoring SES events using Amazon EventBridge").
 */
function reportUndeliverable(
  configurationSet: ConfigurationSet,
  { handler, live }: LiveFunction,
  deadLetterQueue: Queue,
): void {
  configurationSet.addEventDestination('Undeliverable', {
    destination: EventDestination.eventBus(EventBus.fromEventBusName(handler, 'DefaultBus', 'default')),
    events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
  })
  grantSending(deadLetterQueue, handler)
  new Rule(handler, 'Undeliverable', {
    eventPattern: {
      source: ['aws.ses'],
      detail: {
        eventType: ['Bounce', 'Complaint'],
        mail: { tags: { 'ses:configuration-set': [configurationSet.configurationSetName] } },
      },
    },
    targets: [new LambdaFunction(live, { retryAttempts: 5, deadLetterQueue })],
  })
}

/** The outbox items and notices that the mailer sends. */
export const sentItems: StreamOptions = {
  batchSize: 10,
  retryAttempts: 5,
  filters: [
    FilterCriteria.filter({
      eventName: ['INSERT'],
      dynamodb: { Keys: { pk: { S: [{ prefix: partitions.outbox }] } } },
    }),
    FilterCriteria.filter({
      eventName: ['INSERT'],
      dynamodb: {
        Keys: { pk: { S: [{ prefix: partitions.tenant }] }, sk: { S: [{ prefix: noticePrefix }] } },
      },
    }),
  ],
}

/** Gives the mailer the configuration set of `stack`, with which it sends e-mails and learns what became of them. */
export function sendEmails(
  stack: Stack,
  { handler, live }: LiveFunction,
  undelivered: Queue,
  settings: Settings,
) {
  requireRealSender(stack, settings)
  const configurationSet = new ConfigurationSet(stack, 'Emails', {
    // CourierApi or CourierDevApi: an account may contain both stages.
    configurationSetName: stack.stackName,
    // A code must not travel in clear text; a server without TLS gets no e-mail.
    tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
    suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    reputationMetrics: true,
    sendingEnabled: true,
  })
  const { configurationSetName } = configurationSet
  handler.addEnvironment(configurationSetVariable, configurationSetName)
  reportUndeliverable(configurationSet, { handler, live }, undelivered)
  // SES requires the right to both resources (Service Authorization Reference), so a condition on one restricts the call.
  const allow = (resource: string, resourceName: string, conditions = {}) =>
    handler.addToRolePolicy(
      new PolicyStatement({
        actions: ['ses:SendRawEmail'],
        resources: [stack.formatArn({ service: 'ses', resource, resourceName })],
        conditions,
      }),
    )
  allow('configuration-set', configurationSetName)
  // The verified identity may be the address or its domain.
  allow('identity', '*', { StringEquals: { 'ses:FromAddress': addressOf(settings.mailFrom) } })
  const { region, account, partition } = findingEnvironment(handler)
  Validations.of(handler).acknowledge({
    id: `AwsSolutions-IAM5[Resource::arn:${partition}:ses:${region}:${account}:identity/*]`,
    reason: 'A condition restricts it to one sender address, whose identity may be the address or its domain.',
  })
}
