import { awsError } from './aws.ts'
import type { Stacks } from './stacks.ts'

/** Lambda's functions with their concurrency, and the mappings that read the table's stream. */
export class Functions {
  readonly #stacks: Stacks
  /** The reserved concurrency by function; undefined is none. */
  readonly concurrency = new Map<string, number | undefined>()
  mappings: { UUID: string; EventSourceArn: string; State: string }[] = []

  constructor(stacks: Stacks) {
    this.#stacks = stacks
    for (const { id, properties } of stacks.ofType('AWS::Lambda::Function'))
      this.concurrency.set(id, properties.ReservedConcurrentExecutions)
  }

  running = () => [...this.concurrency].filter(([, concurrency]) => concurrency !== 0).map(([name]) => name)

  /** As a deployment creates the mappings of a stream, beside those of queues. */
  deploy(stream: string, State = 'Enabled') {
    this.#stacks.deployment += 1
    this.mappings = this.#stacks
      .ofType('AWS::Lambda::EventSourceMapping')
      .filter(({ properties }) => properties.StartingPosition === 'TRIM_HORIZON')
      .map(({ id }) => ({ UUID: id, EventSourceArn: stream, State }))
  }

  #checked({ FunctionName }: any): string {
    if (this.concurrency.has(FunctionName)) return FunctionName
    throw awsError('ResourceNotFoundException', `Function not found: ${FunctionName}`)
  }

  #get(input: any) {
    const reserved = this.concurrency.get(this.#checked(input))
    return reserved === undefined ? {} : { ReservedConcurrentExecutions: reserved }
  }

  #set(input: any) {
    this.concurrency.set(this.#checked(input), input.ReservedConcurrentExecutions)
    return {}
  }

  /** Pages of one mapping. */
  #list({ EventSourceArn, Marker = '0' }: any) {
    const all = this.mappings.filter((mapping) => mapping.EventSourceArn === EventSourceArn)
    const next = Number(Marker) + 1
    return {
      EventSourceMappings: all.slice(next - 1, next),
      ...(next < all.length && { NextMarker: String(next) }),
    }
  }

  get actions() {
    return {
      GetFunctionConcurrency: (input: any) => this.#get(input),
      PutFunctionConcurrency: (input: any) => this.#set(input),
      DeleteFunctionConcurrency: (input: any) => this.#set(input),
      ListEventSourceMappings: (input: any) => this.#list(input),
    }
  }
}
