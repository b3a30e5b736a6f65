import { type Template } from 'aws-cdk-lib/assertions'
import { beforeAll } from 'vitest'
import { appWith, templateOf } from '../support/suite/stacks.ts'

export let api: Template, data: Template
export const all = (template: Template, type: string) =>
  Object.values(template.findResources(type)) as { Properties: any }[]

/** Registers the hooks for a test file. A function, because test files may share loaded modules. */
export function setUp(): void {
  beforeAll(async () => {
    const app = await appWith()
    ;[api, data] = [templateOf(app, 'CourierApi'), templateOf(app, 'CourierData')]
  })
}

/** The statements of a function’s policies. */
export const statementsOf = (group: string) =>
  all(api, 'AWS::IAM::Policy')
    .filter(({ Properties }) => JSON.stringify(Properties.Roles).includes(`"${group}FunctionServiceRole`))
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)

/** The event-source mapping of a function. */
export const mappingOf = (name: string) =>
  all(api, 'AWS::Lambda::EventSourceMapping').find(({ Properties }) =>
    JSON.stringify(Properties.FunctionName).includes(`${name}Function`),
  )
