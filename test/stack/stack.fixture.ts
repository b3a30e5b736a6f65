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
