import { Stack, Token } from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'

/**
 * Region and account as cdk-nag writes them in the id of a finding: by name if the app has an environment, or by
 * reference.
 */
export function placeOf(construct: IConstruct): { region: string; account: string } {
  const { region, account } = Stack.of(construct)
  const written = (value: string, otherwise: string) => (Token.isUnresolved(value) ? otherwise : value)
  return { region: written(region, '<AWS::Region>'), account: written(account, '<AWS::AccountId>') }
}
