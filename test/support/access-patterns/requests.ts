import { routes } from '../../../functions/index.ts'
import type { Tenant } from '../api/tenant.ts'
import { bodyOf, fill, filled, idsOf } from '../routes/records.ts'
import { company, service } from './setup.ts'

/** For each row, a function that sets up the request's data, which is not measured, and returns the request. */
export type Requests = Record<string, () => Promise<() => Promise<{ status: number }>>>

/** The example requests of the routes of a company, on new records. A route whose costs depend on more has a row of its own. */
export const exampleRequests: Requests = Object.fromEntries(
  routes
    .filter(({ access }) => access === 'tenant')
    .map((route) => [
      route.key,
      async () => {
        const tenant = { ...company, call: service.call } as Tenant
        const isList = route.kind === 'list'
        const ids = await idsOf(route, tenant)
        if (isList) await fill(route, tenant)
        const request = await bodyOf(route, tenant, ids)
        return () => company.send(filled(route, ids) + (isList ? '?limit=1' : ''), request)
      },
    ]),
)
