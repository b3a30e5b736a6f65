import { type Template } from 'aws-cdk-lib/assertions'
import { beforeAll } from 'vitest'
import { appWith, templateOf } from '../support/suite/stacks.ts'

export let api: Template, data: Template, jobsStack: Template
export const all = (template: Template, type: string) =>
  Object.values(template.findResources(type)) as { Properties: any }[]

/** Registers the hooks for a test file. A function, because test files may share loaded modules. */
export function setUp(): void {
  beforeAll(async () => {
    const app = await appWith()
    ;[api, data, jobsStack] = ['CourierApi', 'CourierData', 'CourierJobs'].map((name) =>
      templateOf(app, name),
    ) as [Template, Template, Template]
  })
}

/** The resources of a type in the stacks that have functions. */
export const allOfFunctions = (type: string) => [api, jobsStack].flatMap((template) => all(template, type))

/** The statements of a function’s policies. */
export const statementsOf = (group: string) =>
  allOfFunctions('AWS::IAM::Policy')
    .filter(({ Properties }) => JSON.stringify(Properties.Roles).includes(`"${group}FunctionServiceRole`))
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)

/** The event-source mapping of a function. */
export const mappingOf = (name: string) =>
  allOfFunctions('AWS::Lambda::EventSourceMapping').find(({ Properties }) =>
    JSON.stringify(Properties.FunctionName).includes(`${name}Function`),
  )
