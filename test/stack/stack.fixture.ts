import { type Template } from 'aws-cdk-lib/assertions'
import { beforeAll } from 'vitest'
import { freshApp, templateOf } from '../support/suite/stacks.ts'

export let api: Template, data: Template
beforeAll(async () => {
  const app = await freshApp()
  ;[api, data] = [templateOf(app, 'CourierApi'), templateOf(app, 'CourierData')]
})
export const all = (template: Template, type: string) =>
  Object.values(template.findResources(type)) as { Properties: any }[]
