import type { Template } from 'aws-cdk-lib/assertions'
import { beforeAll, expect } from 'vitest'
import { appWith, templateOf } from '../support/suite/stacks.ts'

export let edge: Template
export const only = (type: string, named = '', template = edge) => {
  const found = Object.entries(template.findResources(type)).filter(([id]) => id.startsWith(named))
  expect(found).toHaveLength(1)
  return found[0]![1].Properties
}
export const distribution = () => only('AWS::CloudFront::Distribution').DistributionConfig

/** Registers the hooks for a test file. A function, because test files may share loaded modules. */
export function setUp(): void {
  beforeAll(async () => {
    edge = templateOf(await appWith(), 'CourierEdge')
  })
}
