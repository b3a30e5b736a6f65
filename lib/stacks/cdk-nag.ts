import { Stack, Token, Validations } from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'

/** Region, account and partition in the ids of cdk-nag's findings: a value if the app has an environment, else a reference. */
export function findingEnvironment(construct: IConstruct): {
  region: string
  account: string
  partition: string
} {
  const { region, account, partition } = Stack.of(construct)
  const valueOr = (value: string, reference: string) => (Token.isUnresolved(value) ? reference : value)
  return {
    region: valueOr(region, '<AWS::Region>'),
    account: valueOr(account, '<AWS::AccountId>'),
    partition: valueOr(partition, '<AWS::Partition>'),
  }
}

/** Accepts the finding of a managed policy of AWS's, below `service-role/`. */
export const acceptManagedPolicy = (construct: IConstruct, policy: string, reason: string) =>
  Validations.of(construct).acknowledge({
    id: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/${policy}]`,
    reason,
  })
