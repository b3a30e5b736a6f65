import type { Plan } from '../../db/commit.ts'
import type { TenantWork } from '../kernel/context.ts'
import { outlets, type Outlet } from './record.ts'

export interface Shift {
  /** The time by now. */
  clock(): Date
  /** Nobody is at work after that; until then nobody else is. */
  ends: Date
  /** What a turn may take at most, in milliseconds: none begins when there is less left. */
  turn: number
  /** Has somebody come at a moment, to see whether there is something to do. */
  lookAgain(at: Date): Promise<void>
}
/** Does what is there to do for an outlet; gives what then is of it, undefined where there was nothing. */
export type Turn = (outlet: Outlet, now: Date) => Promise<Partial<Outlet> | undefined>

/**
 * Turns for an outlet until there is nothing left to do, one worker at a time, so that all comes in order. `busy`: another
 * is at it, who turns once more for whoever has come meanwhile. `more`: the shift is over before all was done. A worker that
 * dies leaves the outlet to whoever comes when its shift would have ended; what its last turn gave out is then given out
 * again.
 */
export async function follow(
  work: TenantWork,
  id: string,
  shift: Shift,
  turn: Turn,
): Promise<'done' | 'busy' | 'more'> {
  const me = work.newId()
  for (let outlet = await begin(work, id, me, shift); outlet;) {
    const now = shift.clock()
    if (shift.ends.getTime() - now.getTime() < shift.turn) {
      await write(work, id, me, () => release)
      await shift.lookAgain(now)
      return 'more'
    }
    const change = await turn(outlet, now)
    outlet = await write(work, id, me, ({ called }) => change ?? (called ? { called: undefined } : release))
    if (outlet && outlet.worker === undefined) return 'done'
  }
  return 'busy'
}

const release = { worker: undefined, worked_until: undefined }

/**
 * The outlet, if nobody else is at it. Who is at it is called to turn once more, and may be dead: of all who find a worker
 * there, one looks again when its shift is over.
 */
async function begin(
  { settle, table }: TenantWork,
  id: string,
  me: string,
  shift: Shift,
): Promise<Outlet | undefined> {
  type Found = { outlet?: Outlet | undefined; begun?: Outlet }
  for (;;) {
    const { outlet, begun } = await settle(async (): Promise<Plan<Found>> => {
      const outlet = await table.find(outlets, { id })
      if (!outlet || (outlet.worked_until ?? '') > shift.clock().toISOString())
        return { writes: [], result: { outlet } }
      const mine = { worker: me, worked_until: shift.ends.toISOString(), awaited: undefined, called: undefined }
      const { write, record } = table.revise(outlets, outlet, mine)
      return { writes: [write], result: { outlet, begun: record } }
    })
    const { worker, worked_until, awaited, called } = outlet ?? {}
    if (begun || worker === undefined || worked_until === undefined) return begun
    if (awaited !== worker) await shift.lookAgain(new Date(Date.parse(worked_until) + 1000))
    else if (called) return undefined
    // Undefined where the worker has gone meanwhile: then it has not heard the call.
    const heard = await write({ settle, table }, id, worker, () => ({ awaited: worker, called: true }))
    if (heard) return undefined
  }
}

/** Undefined where another has taken over, or nobody is at it. */
const write = (
  { settle, table }: Pick<TenantWork, 'settle' | 'table'>,
  id: string,
  worker: string,
  change: (outlet: Outlet) => Partial<Outlet>,
) =>
  settle(async () => {
    const outlet = await table.find(outlets, { id })
    if (outlet?.worker !== worker) return { writes: [], result: undefined }
    const { write, record } = table.revise(outlets, outlet, change(outlet))
    return { writes: [write], result: record }
  })
