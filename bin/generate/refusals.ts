import { globSync } from 'node:fs'
import type { Refusal } from '../../shared/core/errors.ts'

type Table = Record<string, (params: Record<string, never>) => Refusal>

const root = `${import.meta.dirname}/../..`

async function tablesIn(path: string): Promise<Table[]> {
  const module = (await import(`${root}/${path}`)) as Record<string, unknown>
  return Object.values(module).filter((one): one is Table => typeof one === 'object')
}

const tables = await Promise.all(globSync('shared/**/refusals.ts', { cwd: root }).sort().map(tablesIn))

/** Every refusal of the service, by its reason; a param stands in the message as `{name}`. */
export const allRefusals: readonly Refusal[] = tables
  .flat()
  .flatMap((table) => Object.values(table).map((refused) => refused({})))
  .toSorted((a, b) => (a.reason < b.reason ? -1 : 1))

/** The params that the text of a refusal names; `{id}` stands in the paths of requests. */
export const paramsOf = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) => (name === 'id' ? [] : name))
