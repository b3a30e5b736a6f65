import { expect } from 'vitest'
import { routes } from '../../../functions/index.ts'
import type { Route } from '../../../shared/http/routing/route.ts'
import type { Tenant } from '../api/tenant.ts'
import { bodyOf, filled, idsOf } from '../routes/records.ts'
import type { Fixtures } from './fixtures.ts'
import type { Scenario, Scenarios } from './types.ts'

/** `DELETE /api/v1/bags/{id}`, or an action such as `POST /api/v1/bags/{id}/seal`. */
const changesOne = /^(?:DELETE (\/api\/v1\/[\w-]+\/\{id\})|(?:POST|PUT) (\/api\/v1\/[\w-]+\/\{id\})\/[\w-]+)$/

/**
 * Scenarios of the routes that delete a record or act on it: the example request, after which the record is gone, or is what
 * the response says, in the next version. Routes with further effects have a scenario of their own.
 */
export const exampleScenarios = (on: Fixtures): Scenarios =>
  Object.fromEntries(
    routes
      .filter(({ kind, key }) => (kind === 'decide' || kind === 'act') && changesOne.test(key))
      .map((route) => [route.key, () => exampleScenario(route, on)]),
  )

async function exampleScenario(route: Route, on: Fixtures): Promise<Scenario> {
  const { tenant } = await on.company(on.verified)
  const ids = await idsOf(route, tenant as Tenant)
  const request = await bodyOf(route, tenant as Tenant, ids)
  const [, deleted, changed] = changesOne.exec(route.key)!
  const read = () => tenant.send(`GET ${(deleted ?? changed)!.replace('{id}', ids['id']!)}`)
  const version = ({ headers }: Awaited<ReturnType<typeof read>>) => Number(JSON.parse(headers.etag ?? '0'))
  const before = version(await read())
  return {
    act: () => tenant.send(filled(route, ids), request),
    after: async (answer) => {
      const after = await read()
      if (route.method === 'DELETE') return expect(after.status).toBe(404)
      expect(version(after)).toBe(before + 1)
      if (answer.status === route.status) expect(after.body).toEqual(answer.body)
    },
  }
}
