import { routes } from '../../../functions/index.ts'
import type { Item } from '../../../shared/db/keys.ts'
import { allItems } from '../in-process/all-items.ts'
import { openIdProvider } from '../oauth/openid-provider.ts'
import { newTenant } from '../api/tenant.ts'
import { listen } from '../realtime/sockets.ts'
import { scenariosOn } from '../scenarios/all.ts'
import { openLane } from '../scenarios/lane.ts'
import { kindOf } from './entities.ts'
import type { Items } from './files.ts'
import { formOf, withStableValues } from './forms.ts'

/**
 * Runs the scenarios of all writing routes, and a WebSocket, and reads the table in between. Returns an item of each form
 * that was seen, with stable ids and times. What is random, such as sealed values, differs from run to run.
 */
export async function recordItems(): Promise<Items> {
  const seen = new Map<string, { name: string; item: Item }>()
  const look = async () => {
    for await (const item of allItems()) {
      const name = kindOf(item)?.name
      if (name !== undefined && !seen.has(formOf(name, item))) seen.set(formOf(name, item), { name, item })
    }
  }
  const socket = await listen(await newTenant(), ['board'])
  await look()
  socket.close()
  const identities = await openIdProvider()
  const lane = await openLane(identities)
  const scenarios = scenariosOn(lane)
  for (const { key } of routes.filter(({ kind }) => kind === 'decide' || kind === 'act')) {
    const { act, after } = await scenarios[key]!()
    lane.repeat(`recorded ${key}`)
    const answer = await act()
    lane.repeat(undefined)
    await look()
    await after(answer, false)
    await look()
  }
  await Promise.all([lane.stop(), identities.stop()])
  const sorted = [...seen].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
  return grouped(withStableValues(sorted))
}

const grouped = (found: { name: string; item: Item }[]): Items => {
  const items: Items = {}
  for (const { name, item } of found) (items[name] ??= []).push(item)
  return items
}
