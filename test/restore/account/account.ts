import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { LambdaClient } from '@aws-sdk/client-lambda'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeAll } from 'vitest'
import type { Clock } from '../../../lib/restore/step.ts'
import type { Template } from '../../support/cloudformation/template.ts'
import { Backups } from './backups.ts'
import { awsError, type Time } from './aws.ts'
import { continuousBackups } from './continuous-backups.ts'
import { Functions } from './functions.ts'
import { Stacks } from './stacks.ts'
import { Tables } from './tables.ts'

type Action = (input: any) => object
const mocked = [DynamoDBClient, LambdaClient, CloudFormationClient]
let clients: ReturnType<typeof mockClient>[] = []

/** Registers the hooks for a test file: only its own clients call the account, because files share loaded modules. */
export function setUpAccount(): void {
  beforeAll(() => void (clients = mocked.map((of) => mockClient(of as never))))
  afterAll(() => {
    for (const client of clients) client.restore()
  })
}

/**
 * An AWS account with the stacks of a stage, as far as a restore sees it, by the rules of the API references: what takes AWS
 * time is done after some time of the account's clock.
 */
export class Account implements Time {
  time = Date.parse('2026-02-10T09:00:00Z')
  readonly clock: Clock = { now: () => this.time, sleep: async (ms) => void (this.time += ms) }
  readonly tables = new Tables(this)
  readonly backups = new Backups(this, this.tables)
  readonly stacks: Stacks
  readonly functions: Functions
  /** The names of the calls that were sent. */
  calls: string[] = []
  /** Whether the program is killed at a call, counted from 1: before AWS has it, or before the answer. */
  kills: (name: string, count: number) => 'before' | 'after' | undefined = () => undefined

  constructor(templates: Record<'data' | 'api' | 'jobs', Template>, prefix: string, functionNames?: RegExp) {
    this.stacks = new Stacks(templates, prefix, functionNames)
    this.functions = new Functions(this.stacks)
    this.tables.create(this.stacks.table, templates.data)
    const actions: Record<string, Action> = {
      ...this.tables.actions,
      ...continuousBackups(this, this.tables),
      ...this.backups.actions,
      ...this.functions.actions,
      ...this.stacks.actions,
    }
    for (const client of clients) {
      client.reset()
      const answer = async (command: any) =>
        this.#answer(command.constructor.name.replace(/Command$/, ''), actions, command.input)
      client.send.callsFake(answer as never)
    }
  }

  #answer(name: string, actions: Record<string, Action>, input: object) {
    const action = actions[name]
    if (!action) throw new Error(`The account has no ${name}`)
    const dies = this.kills(name, this.calls.push(name))
    if (this.calls.length > 20_000) throw new Error(`The program waits without end, lately with ${name}`)
    if (dies === 'before') throw awsError('Killed')
    const answer = structuredClone(action(input))
    this.#checkThatNothingIsLost(name)
    if (dies) throw awsError('Killed')
    return answer
  }

  /** At every moment there is the table or a backup from which it can be created, and no function runs without the table. */
  #checkThatNothingIsLost(after: string) {
    const { table } = this.stacks
    if (this.tables.lasting(table)) return
    if (this.functions.running().length > 0) throw new Error(`After ${after}, functions run without the table`)
    if (this.backups.of(`${table}-restored`).some(({ status }) => status() === 'AVAILABLE')) return
    throw new Error(`After ${after}, there is neither the table nor an available backup`)
  }
}
