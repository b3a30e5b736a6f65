import fc from 'fast-check'
import { test, expect, beforeAll } from 'vitest'
import type { Role } from '../../../shared/domain/kernel/roles.ts'
import { withoutFaults } from '../../support/in-process/context.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { ParcelModel } from '../../support/models/parcel.ts'
import { exampleOf, newTenant, type Tenant } from '../../support/api/tenant.ts'
import { tokensOf } from '../../support/in-process/tokens.ts'
import { NewShipment } from '../../../shared/domain/shipments/record.ts'
import { packageStatuses } from '../../../shared/domain/packages/status.ts'
import { shipmentStatuses } from '../../../shared/domain/shipments/status.ts'
import { size } from '../../support/suite/figures.ts'

// Performs the same random actions on the service and on a simple model. All statuses must match after each action.
let tenant: Tenant
let tokens: Record<Role, string>
let call: ReturnType<typeof inProcess>['call']
beforeAll(async () => {
  tenant = await newTenant()
  tokens = await tokensOf(tenant.user.tenant_id)
  ;({ call } = inProcess(withoutFaults()))
})

const who = fc.constantFrom<Role>('manager', 'operator')
const act = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constant('add' as const), who }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('remove' as const), who, n: fc.nat() }) },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('move' as const),
      who,
      n: fc.nat(),
      to: fc.constantFrom(...packageStatuses),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('set' as const), who, to: fc.constantFrom(...shipmentStatuses) }),
  },
)

test('a shipment and its packages behave like the model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 25 }), async (acts) => {
      const send = (key: string, role: Role, body?: object) => call(key, { token: tokens[role], body })
      const { id } = (await send('POST /api/v1/shipments', 'manager', exampleOf(NewShipment))).body
      const at = `/api/v1/shipments/${id}`
      const model = new ParcelModel()
      const ids: string[] = []
      for (const step of acts) {
        const { who } = step
        const n = 'n' in step && ids.length > 0 ? step.n % ids.length : undefined
        if (step.act === 'add') {
          const { status, body } = await send(`POST ${at}/packages`, who)
          expect(status).toBe(model.add())
          if (status === 201) ids.push(body.id)
        } else if (step.act === 'set') {
          const { status } = await send(`PUT ${at}`, who, { status: step.to })
          expect(status).toBe(model.set(step.to, who === 'manager'))
        } else if (n === undefined) continue
        else if (step.act === 'move') {
          const { status } = await send(`PUT /api/v1/packages/${ids[n]!}`, who, { status: step.to })
          expect(status).toBe(model.move(n, step.to, who === 'manager'))
        } else {
          expect((await send(`DELETE /api/v1/packages/${ids[n]!}`, 'manager')).status).toBe(model.remove(n))
          ids.splice(n, 1)
        }
        const { body } = await send(`GET ${at}`, 'viewer')
        const words = (await send(`GET ${at}/packages`, 'viewer')).body
        expect({ ...body, words: words.map(({ id, status }: any) => [id, status]) }).toMatchObject({
          status: model.status,
          packages_count: ids.length,
          delivered_count: model.packages.filter(({ status }) => status === 'DELIVERED').length,
          words: ids.map((id, i) => [id, model.packages[i]!.status]).reverse(),
        })
      }
    }),
    { numRuns: Number(process.env.MODEL_RUNS ?? size(20, 60)) },
  )
})
