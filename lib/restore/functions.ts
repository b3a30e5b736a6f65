import {
  DeleteFunctionConcurrencyCommand,
  GetFunctionConcurrencyCommand,
  PutFunctionConcurrencyCommand,
} from '@aws-sdk/client-lambda'
import type { Target } from './target.ts'

type Functions = Target['functions']

/** All functions with no concurrency: none is invoked, and messages wait in their queues. */
export const stopped = ({ functions }: Target): Functions =>
  functions.map(({ name }) => ({ name, concurrency: 0 }))

/** Those of the functions that have another concurrency than the given one; undefined is the account's. */
export async function withOtherConcurrency({ lambda }: Target, wanted: Functions): Promise<Functions> {
  const others: Functions = []
  // One by one: Lambda takes fifteen such calls a second.
  for (const { name, concurrency } of wanted) {
    const { ReservedConcurrentExecutions } = await lambda.send(
      new GetFunctionConcurrencyCommand({ FunctionName: name }),
    )
    if (ReservedConcurrentExecutions !== concurrency) others.push({ name, concurrency })
  }
  return others
}

export async function giveConcurrency(target: Target, wanted: Functions): Promise<void> {
  for (const { name: FunctionName, concurrency } of await withOtherConcurrency(target, wanted))
    if (concurrency === undefined)
      await target.lambda.send(new DeleteFunctionConcurrencyCommand({ FunctionName }))
    else
      await target.lambda.send(
        new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions: concurrency }),
      )
}
