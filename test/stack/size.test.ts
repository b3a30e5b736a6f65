import { beforeAll, expect, test } from 'vitest'
import { groups } from '../../functions/index.ts'
import { gatewayPaths } from '../../lib/stacks/api/gateway-paths.ts'
import { limits } from '../support/cloudformation/rules.ts'
import type { Template } from '../support/cloudformation/template.ts'
import { templatesOf } from '../support/cloudformation/templates.ts'
import { appWith } from '../support/suite/stacks.ts'

/** Half of CloudFormation's limit of 500: a stack is divided long before a deployment is refused. */
const most = limits.resources / 2

let templates: [string, Template][]
beforeAll(async () => {
  templates = templatesOf(await appWith()).flatMap(([stack, { Nested = {}, ...template }]) => [
    [stack, template],
    ...Object.entries(Nested).map(([name, nested]): [string, Template] => [`${stack}/${name}`, nested]),
  ])
})
const sizeOf = (name: string) => {
  const [, template] = templates.find(([one]) => one === name)!
  return Object.keys(template.Resources).length
}

test('each stack has fewer than 250 resources; CloudFormation’s limit is 500', () => {
  expect(templates.length).toBeGreaterThan(10)
  for (const [name] of templates) expect(sizeOf(name), name).toBeLessThan(most)
})

/** How many more groups of endpoints have room. The next division of a stack is due before it is 5. */
const moreGroups = 6

test(`${moreGroups} more groups of endpoints have room, also if all are operations`, () => {
  const paths = Object.values(groups).flatMap((group) => gatewayPaths(group.routes)).length
  const perGroup = paths / Object.keys(groups).length
  // CourierApi has the routes and the log of a group, the nested stack its function with role, policy, version, alias,
  // permission and integration.
  expect(sizeOf('CourierApi') + moreGroups * (perGroup + 1)).toBeLessThan(most)
  expect(sizeOf('CourierApi/Operations') + moreGroups * 7).toBeLessThan(most)
})
