import { App, Stack } from 'aws-cdk-lib'
import { Annotations, Match } from 'aws-cdk-lib/assertions'
import { expect, test } from 'vitest'
import { groups } from '../../functions/index.ts'
import { settingsOf, type Context } from '../../lib/context.ts'
import { requireRealSender } from '../../lib/stacks/events/sender.ts'
import { all, api, setUp, statementsOf } from '../stack/stack.fixture.ts'
import { appWith, templateOf } from '../support/suite/stacks.ts'

setUp()

test('only the mailer may send e-mails, from the service’s sender address and with its configuration set', () => {
  const sending = (group: string) =>
    statementsOf(group).filter(({ Action }) => JSON.stringify(Action).includes('ses:'))
  for (const group of Object.keys(groups)) expect(sending(group)).toEqual([])
  const [configurationSet] = Object.keys(api.findResources('AWS::SES::ConfigurationSet'))
  const endOf = ({ Resource }: { Resource: { 'Fn::Join': [string, unknown[]] } }) =>
    Resource['Fn::Join'][1].slice(-2)
  expect(sending('mailer').map(({ Action, Condition, ...rest }) => [Action, endOf(rest), Condition])).toEqual([
    ['ses:SendRawEmail', [':configuration-set/', { Ref: configurationSet }], undefined],
    [
      'ses:SendRawEmail',
      [expect.anything(), ':identity/*'],
      { StringEquals: { 'ses:FromAddress': 'no-reply@example.com' } },
    ],
  ])
  const functions = all(api, 'AWS::Lambda::Function').map(({ Properties }) => Properties)
  const withSet = functions.filter(({ Environment }) => 'CONFIGURATION_SET' in Environment.Variables)
  expect(withSet.map(({ Environment: { Variables } }) => Variables)).toEqual([
    expect.objectContaining({ SERVICE_NAME: 'mailer', CONFIGURATION_SET: { Ref: configurationSet } }),
  ])
})

test.each([
  [{}, 'CourierApi'],
  [{ stage: 'dev' }, 'CourierDevApi'],
])('with %j, e-mails have the configuration set %s', async (context, name) => {
  const sets = all(templateOf(await appWith(context), name), 'AWS::SES::ConfigurationSet')
  expect(sets.map(({ Properties }) => Properties)).toEqual([
    expect.objectContaining({
      Name: name,
      DeliveryOptions: { TlsPolicy: 'REQUIRE' },
      SuppressionOptions: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
      ReputationOptions: { ReputationMetricsEnabled: true },
      SendingOptions: { SendingEnabled: true },
    }),
  ])
})

/** The errors with which the CDK CLI refuses the API's stack, for settings of the sender. */
function errorsWith(context: Record<string, string>) {
  const app = new App({ context, builtinCloudFormationValidation: false })
  const stack = new Stack(app, 'CourierApi')
  requireRealSender(stack, settingsOf(app.node.getAllContext() as Context))
  return errorsOf(stack)
}
const errorsOf = (stack: Stack) =>
  Annotations.fromStack(stack)
    .findError('*', Match.anyValue())
    .map(({ entry: { data } }) => data)

test.each([
  'Courier Logistics <no-reply@example.com>',
  'no-reply@EXAMPLE.org',
  'no-reply@mail.example.net',
  'no-reply@courier.test',
  'no-reply@courier.invalid',
  'no-reply@localhost',
])('in the stage prod, the CDK refuses %s as the sender; in the stage dev it does not', (mailFrom) => {
  expect(errorsWith({ mailFrom })).toEqual([
    expect.stringMatching(
      /^The setting mailFrom is .*reserved.* -c mailFrom=.*docs\/operations\/deploying\.md/,
    ),
  ])
  expect(errorsWith({ mailFrom, stage: 'dev' })).toEqual([])
})

test('in the stage prod, the default is refused, and an address of another domain is not', async () => {
  expect(errorsOf((await appWith()).node.findChild('CourierApi') as never)).toHaveLength(1)
  for (const mailFrom of ['no-reply@courier-example.com', 'Courier <no-reply@mail.latest>'])
    expect(errorsWith({ mailFrom })).toEqual([])
})
