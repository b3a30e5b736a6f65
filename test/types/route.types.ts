import * as z from 'zod'
import { TenantTable } from '../../shared/db/table.ts'
import { staffRoles } from '../../shared/domain/kernel/roles.ts'
import { shipments } from '../../shared/domain/shipments/record.ts'
import { listRoute, publicRoute, route } from '../../shared/http/routing/route.ts'

// Mistakes that must not compile; the type check fails where one does.
const reply = z.object({ n: z.number() })
const common = { summary: '', reply, roles: staffRoles }

// @ts-expect-error the path has no such placeholder
route('GET /a/{id}', { ...common, read: async ({ params }) => ({ n: params.other.length }) })
// @ts-expect-error the answer is not what the row declares
route('GET /a', { ...common, read: async () => ({ m: 1 }) })
// @ts-expect-error an anonymous request has no table
publicRoute('GET /a', { summary: '', reply, read: async ({ ctx }) => ({ n: ctx.table.length }) })
// @ts-expect-error a row of a tenant says who may
route('GET /a', { summary: '', reply, read: async () => ({ n: 1 }) })
// @ts-expect-error a route key begins with a method
route('FETCH /a', { ...common, read: async () => ({ n: 1 }) })
// @ts-expect-error the row declares no body
route('POST /a', { ...common, read: async ({ body }) => ({ n: body.x }) })
// @ts-expect-error a deciding row answers with a plan, so that the pipeline commits it
route('POST /a', { ...common, decide: async () => ({ n: 1 }) })
// @ts-expect-error a list answers with a page
listRoute('GET /a', { ...common, list: async () => [{ n: 1 }] })
// @ts-expect-error a tenant's id is not a right to its items
new TenantTable({} as never, { tenantId: 'somebody-elses' }, {} as never)
// @ts-expect-error a reference names what finds the record
void ((table: TenantTable) => table.get(shipments, { tracking_id: 'TRK-1' }))
