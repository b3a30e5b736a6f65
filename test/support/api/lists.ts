import { expect } from 'vitest'
import type { Tenant } from './tenant.ts'
import { seconds } from '../suite/time.ts'
import { waitFor } from '../suite/wait.ts'

/** Follows `Link: next` to the end, as a client does. More than `maxPages` are an endless list. */
export async function walk(
  { send }: Pick<Tenant, 'send'>,
  list: string,
  maxPages = 200,
): Promise<{ records: any[]; pages: number }> {
  const records: any[] = []
  let pages = 0
  for (let path: string | undefined = list; path; pages++) {
    const { status, body, headers, text }: any = await send(`GET ${path}`)
    expect(status, text).toBe(200)
    records.push(...body)
    path = /^<(.+)>; rel="next"$/.exec(headers.link ?? '')?.[1]
    expect(headers['x-next-cursor'] === undefined).toBe(path === undefined)
    expect(pages).toBeLessThan(maxPages)
  }
  return { records, pages }
}

export const ids = (records: { id: string }[]) => records.map(({ id }) => id)

/** Waits until a list contains exactly the wanted ids, because an index may lag behind writes. */
export const eventually = async (tenant: Tenant, list: string, wanted: string[]): Promise<void> => {
  const check = async () => expect(ids((await walk(tenant, list)).records), list).toEqual(wanted)
  await waitFor(check, { timeout: seconds(10), interval: 100 })
}
