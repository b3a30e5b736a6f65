import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Role } from '../../../../shared/domain/kernel/roles.ts'
import type { inProcess } from '../../in-process/service.ts'
import * as cases from './cases.ts'
import { company, type Company } from './company.ts'
import { compare, compareAll, expectSame } from './compare.ts'
import * as parcels from './packages.ts'
import type { Step } from './steps.ts'
import * as travel from './travel.ts'
import * as unloading from './unloading.ts'

const model = { ...parcels, ...travel, ...cases, ...unloading }

/** Steps after which cases and unloadings are compared too. They show what others did to these. */
const touchesCases: Step['name'][] = ['hold', 'resolve', 'unload', 'find', 'close']
const checkIn = { airline_tag_code: '0555', airline: 'Aeroflot', flight_number: 'SU1234' }
/** Performs a step on both sides: returns the response and the expected status, or undefined for a missing record. */
async function act(
  step: Step,
  { send, settings, warehouses, shipments, packages, bags, flights, couriers, ...all }: Company,
) {
  const of = <T extends { deleted?: boolean }>(all: T[], n: number) => {
    const existing = all.filter(({ deleted }) => !deleted)
    return existing[n % existing.length]
  }
  const p = 'p' in step ? of(packages, step.p) : undefined
  const b = 'b' in step ? of(bags, step.b) : undefined
  const f = 'f' in step ? of(flights, step.f) : undefined
  const open = all.unloadings.filter((one) => one.of.open)
  const u = 'u' in step ? of('open' in step && step.open ? open : all.unloadings, step.u) : undefined
  if (('p' in step && !p) || ('b' in step && !b) || ('u' in step && !u)) return undefined
  const package_ = `/api/v1/packages/${p?.id ?? ''}`
  const bag = `/api/v1/bags/${b?.id ?? ''}`
  const flight = `/api/v1/flights/${f?.id ?? ''}`
  switch (step.name) {
    case 'pack':
      return [await send(`POST ${bag}/packages/${p!.id}`), model.put(b!.of, p!.of)] as const
    case 'unpack':
      return [await send(`DELETE ${bag}/packages/${p!.id}`), model.take(b!.of, p!.of)] as const
    case 'move': {
      const manager = step.who === 'manager'
      return [
        await send(`PUT ${package_}`, { status: step.to, ...reasonOf(step) }, step.who),
        model.move(p!.of, step.to, manager, step.reason),
      ] as const
    }
    case 'weigh':
      return [await send(`PUT ${package_}`, { weight: step.kg }), model.weigh(p!.of, step.kg)] as const
    case 'scan': {
      const scan = { qr_code: p!.qr_code, warehouse_id: warehouses[step.w], event_type: step.type }
      const answer = await send('POST /api/v1/scan-event', scan, 'warehouse')
      // The loading of its bag is not an event of the package.
      p!.scan = step.type === 'BAG_LOADED' ? undefined : answer.body.event_id
      return [answer, model.scan(p!.of, step.type, step.w)] as const
    }
    case 'takeBack': {
      if (p!.scan === undefined) return undefined
      const answer = await send(`POST ${package_}/events/${p!.scan}/void`, { reason: 'the wrong one' })
      if (answer.status === 200) p!.scan = undefined
      return [answer, model.takeBack(p!.of)] as const
    }
    case 'remove': {
      const wanted = model.remove(p!.of)
      if (wanted === 200) p!.deleted = true
      return [await send(`DELETE ${package_}`), wanted] as const
    }
    case 'hold':
      return [
        await send('POST /api/v1/cases', { kind: 'HOLD', package_ids: [p!.id] }),
        model.openCase('HOLD', [p!.of]),
      ] as const
    case 'resolve': {
      const one = p!.of.cases[step.n % p!.of.cases.length]
      if (!one) return undefined
      const case_ = `/api/v1/cases/${all.cases.get(one)!}`
      return [await send(`PATCH ${case_}`, { status: 'RESOLVED' }), model.resolve(one)] as const
    }
    case 'unload': {
      const body = { bag_id: b!.id, ...(step.sealBroken && { seal_intact: false }) }
      const answer = await send(`POST /api/v1/warehouse/${warehouses[step.w]!}/unloadings`, body, 'warehouse')
      const opened = model.openUnloading(all.unloadings, b!.of, step.w, step.sealBroken)
      const known = all.unloadings.find(({ of }) => of === opened)
      if (!known) all.unloadings.push({ id: answer.body.id, of: opened })
      else expectSame(answer.body.id, known.id)
      return [answer, 201] as const
    }
    case 'find': {
      const expected = packages.filter(({ of, deleted }) => !deleted && u!.of.expected.includes(of))
      const one = (step.expected && of(expected, step.p)) || p!
      const condition = step.damaged ? 'DAMAGED' : 'OK'
      const found = { find_id: randomUUID(), qr_code: one.qr_code, condition }
      // A phone sends what it has no answer to again.
      const finds = step.twice ? [found, found] : [found]
      const answer = await send(`POST /api/v1/unloadings/${u!.id}/finds`, { finds }, 'warehouse')
      const wanted = { package_id: one.id, qr_code: one.qr_code, ...model.find(u!.of, one.of, step.damaged) }
      for (const { next_actions, ...shown } of answer.body.results.map(({ body }: any) => body))
        expectSame(shown, wanted)
      return [answer, 200] as const
    }
    case 'close':
      return [
        await send(`POST /api/v1/unloadings/${u!.id}/close`, undefined, 'warehouse'),
        model.close(u!.of),
      ] as const
    case 'setShipment': {
      const { id, of } = shipments[step.s % shipments.length]!
      const wanted = model.setShipment(of, step.to, step.who === 'manager', step.reason)
      const body = { status: step.to, ...reasonOf(step) }
      return [await send(`PUT /api/v1/shipments/${id}`, body, step.who), wanted] as const
    }
    case 'cancel': {
      const { id, of } = shipments[step.s % shipments.length]!
      return [await send(`POST /api/v1/shipments/${id}/cancel`, {}), model.cancel(of)] as const
    }
    case 'handOver': {
      const { shipment } = p!.of
      const some = step.whole ? packages.filter((one) => !one.deleted && one.of.shipment === shipment) : [p!]
      const body = {
        handover_id: randomUUID(),
        received_by: 'Giorgi',
        package_ids: some.map(({ id }) => id),
        ...(step.signed && { signature: { width: 9, height: 9, path: 'M1 2L3 4' } }),
      }
      const { id } = shipments.find(({ of }) => of === shipment)!
      return [
        await send(`POST /api/v1/shipments/${id}/handovers`, body, 'warehouse'),
        model.handOver(
          some.map((one) => one.of),
          step.signed,
        ),
      ] as const
    }
    case 'requireProof': {
      settings.proof = step.proof
      const require = step.proof ? ['signature'] : []
      return [await send('PUT /api/v1/settings', { handover: { require } }), 200] as const
    }
    case 'assign': {
      const courier = couriers[step.c % couriers.length]!
      const body = { courier_id: courier.id, flight_id: f!.id }
      return [await send(`POST ${bag}/assign-courier`, body), model.assign(b!.of, courier.of, f!.of)] as const
    }
    case 'seal':
      return [await send(`PUT ${bag}/seal`), model.seal(b!.of)] as const
    case 'checkIn':
      return [await send(`PUT ${bag}/checkin`, checkIn), model.checkIn(b!.of)] as const
    case 'setBag':
      return [await send(`PUT ${bag}`, { status: step.to }), model.setBag(b!.of, step.to)] as const
    case 'removeBag': {
      const wanted = model.removeBag(b!.of)
      if (wanted === 200) b!.deleted = true
      return [await send(`DELETE ${bag}`), wanted] as const
    }
    case 'fly':
      return [await send(`PUT ${flight}`, { status: step.to }), model.moveFlight(f!.of, step.to)] as const
    case 'setMax':
      return [await send(`PUT ${flight}`, { max_weight_kg: step.kg }), model.setMax(f!.of, step.kg)] as const
  }
}

const reasonOf = ({ reason }: { reason: boolean }) => reason && { reason: 'known to the manager' }

/** Performs steps on the service and on the model. After each, status and data must be the same. */
export async function walkJourney(
  steps: Step[],
  call: ReturnType<typeof inProcess>['call'],
  tokens: Record<Role, string>,
): Promise<void> {
  const all = await company(call, tokens)
  for (const step of steps) {
    const outcome = await act(step, all)
    if (!outcome) continue
    const [{ status, text }, wanted] = outcome
    if (status !== wanted) expect.fail(`${JSON.stringify(step)} → ${status} instead of ${wanted}: ${text}`)
    // A refused step that wrongly changed data is detected after the next successful step, or at the end.
    if (status < 400) await (touchesCases.includes(step.name) ? compareAll(all) : compare(all))
  }
  await compareAll(all)
}
