import { Tag } from '../../../design/tag.tsx'
import { api } from '../../../staff/api/client.ts'
import { useRead, type Result } from '../../../staff/api/read.ts'
import type { Case } from '../../../staff/api/records.ts'
import { caseNames } from '../../../staff/messages/statuses.ts'
import { useOpenCases } from './overdue.ts'

/** The shipment of each package that was read, or undefined if it was deleted: it never changes, so it is read once. */
const shipments = new Map<string, string | undefined>()
/** So many packages are read at once; the others the next time that the screen is read again. */
const readAtOnce = 60

async function readShipments(
  packages: readonly string[],
): Promise<Result<ReadonlyMap<string, string | undefined>>> {
  const unknown = packages.filter((id) => !shipments.has(id)).slice(0, readAtOnce)
  await Promise.all(
    unknown.map(async (id) => {
      const { data, response } = await api.GET('/api/v1/packages/{id}', { params: { path: { id } } })
      if (response.ok || response.status === 404) shipments.set(id, data?.shipment_id)
    }),
  )
  return { response: new Response(), data: new Map(shipments) }
}

/** The open cases by the shipment that they are about. */
export function useCasesOfShipments(): ReadonlyMap<string, readonly Case[]> {
  const { items } = useOpenCases()
  const packages = [...new Set(items.flatMap(({ package_ids }) => package_ids))]
  const read = useRead(['cases', 'shipments', ...packages], () => readShipments(packages), packages.length > 0)
  const found = new Map<string, Case[]>()
  for (const one of items)
    for (const id of new Set(one.package_ids.map((id) => read.data?.body.get(id))))
      if (id !== undefined) found.set(id, [...(found.get(id) ?? []), one])
  return found
}

/** What is wrong with a shipment, by its open cases; nothing if there are none. */
export const CaseTags = ({ cases = [] }: { cases: readonly Case[] | undefined }) => (
  <>
    {[...new Set(cases.map(({ code, kind }) => caseNames[code] ?? caseNames[kind] ?? kind))].map((name) => (
      <Tag key={name} tone="wrong">
        {name}
      </Tag>
    ))}
  </>
)
