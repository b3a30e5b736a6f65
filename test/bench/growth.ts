import { decodeJwt } from 'jose'
import { runner } from './boot.ts'
import { openScene, type Request } from './scene.ts'
import { ago, ownTable, seeds } from './seed.ts'
import { inTurn, over, spread, type Run, type Section } from './table.ts'

/** Compares the time of requests on little data with that on a hundred times as much, or on the maximum. */
export async function growth({ say, short, assembly }: Run): Promise<Section> {
  const [few, many, rounds, warmUp] = short ? [10, 1000, 1, 1] : [1000, 100_000, 40, 10]
  await using scene = await openScene(assembly)
  const { environment } = scene.fn('shipments')
  await using table = await ownTable({ dynamodb: scene.dynamodb, name: environment['TABLE_NAME'] ?? '' })
  const company = async (size: number) => {
    const token = await scene.company()
    const { tenant_id } = decodeJwt<{ tenant_id: string }>(token)
    await table.copyCaller(token)
    const seed = seeds(table.tenant(tenant_id), tenant_id)
    for (let n = 0; n < size; n += 1000) {
      say(`${n} of ${size} shipments`)
      await table.put(Array.from({ length: Math.min(1000, size) }, (_, more) => seed.shipment(n + more)))
    }
    return { token, seed }
  }
  const [small, large] = [await company(few), await company(many)]
  const pair = <T extends { writes: readonly unknown[] }>(make: (n: number) => T, sizes: [number, number]) =>
    sizes.map(make)
  const parcels = pair(large.seed.shipmentWith, [1, 80])
  const flightPairs = Array.from({ length: rounds + warmUp }, () => pair(large.seed.flightWith, [1, 40]))
  for (const { writes } of [...parcels, ...flightPairs.flat()]) await table.put(writes)

  const list = (query: Record<string, string>) =>
    [small, large].map(({ token }) => [scene.get(token, '/api/v1/shipments', { limit: '100', ...query })])
  const parcel = parcels.map(({ id }) => [scene.get(large.token, `/api/v1/shipments/${id}`)])
  const departures = [0, 1].map((n) =>
    flightPairs.map((flights) =>
      scene.put(large.token, `/api/v1/flights/${flights[n]?.id}`, { status: 'DEPARTED' }),
    ),
  )
  const shipmentsOf = (n: number) => `${n.toLocaleString('en')} shipments`
  const companies = `${shipmentsOf(few)}, ${shipmentsOf(many)}`
  const comparisons: [string, string, string, Request[][]][] = [
    ['the first page of a hundred', companies, 'shipments', list({})],
    ['a page in the middle', companies, 'shipments', list({ created_to: ago(few / 2) })],
    ['the first page of a status', companies, 'shipments', list({ status: 'RECEIVED' })],
    [
      'the board',
      companies,
      'shipments',
      [small, large].map(({ token }) => [scene.get(token, '/api/v1/shipments/board')]),
    ],
    ['a shipment', '1 package, 80', 'shipments', parcel],
    ['a flight departs', '1 bag, 40 bags', 'flights', departures],
  ]
  const rows = []
  for (const [name, between, group, requests] of comparisons) {
    const { bundle, environment } = scene.fn(group)
    const own = { ...environment, AWS_ENDPOINT_URL_DYNAMODB: table.endpoint }
    await using process = runner({ name, bundle, environment: own })
    const sides = requests.map((all) => ({ all, cpu: [] as number[], wall: [] as number[] }))
    for (let round = 0; round < rounds + warmUp; round++) {
      say(`${name}, round ${Math.max(0, round - warmUp + 1)} of ${rounds}`)
      for (const { all, cpu, wall } of inTurn(sides, round)) {
        const request = all[round] ?? all[0]
        if (!request) continue
        const seen = await process.round(request, all.length > 1 ? 1 : 3)
        if (round < warmUp) continue
        cpu.push(seen.cpu)
        wall.push(seen.wall)
      }
    }
    const [little, much] = sides
    if (!little || !much) continue
    rows.push([
      name,
      between,
      ...[little.wall, much.wall, over(much.wall, little.wall), over(much.cpu, little.cpu)].map((all) =>
        spread(all),
      ),
    ])
  }
  return {
    about: `Milliseconds that a function takes for a request, in a table with two tenants, one of ${shipmentsOf(few)} and one of ${shipmentsOf(many)}; ${rounds} rounds in turn, medians, quartiles in brackets. The number of calls is the same: a flight with 40 bags writes them in the same single transaction.`,
    tables: [[['', 'where there are', 'ms', 'ms', 'ratio', 'ratio of CPU'], ...rows]],
  }
}
