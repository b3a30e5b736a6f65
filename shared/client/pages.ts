import type { MaybeOptionalInit } from 'openapi-fetch'
import type { CourierApi } from './methods.ts'
import type { paths } from './api-types.ts'
import { unwrap } from './http/errors.ts'
import { nextPage } from './http/links.ts'

type Body<Operation> = Operation extends {
  responses: { 200: { content: { 'application/json': infer B } } }
}
  ? B
  : never
type Listed<Path extends keyof paths> = paths[Path] extends { get: infer Operation } ? Body<Operation> : never
/** The paths whose GET returns an array. */
export type ListPath = {
  [Path in keyof paths]: [Listed<Path>] extends [never]
    ? never
    : Listed<Path> extends readonly unknown[]
      ? Path
      : never
}[keyof paths]
/** An item of a list. */
export type Item<Path extends ListPath> = Listed<Path> extends readonly (infer T)[] ? T : never
/** The parameters of a list, which its path may require. */
type Init<Path extends ListPath> =
  undefined extends MaybeOptionalInit<paths[Path], 'get'>
    ? [init?: MaybeOptionalInit<paths[Path], 'get'>]
    : [init: MaybeOptionalInit<paths[Path], 'get'>]

/** `GET` without the types of one path. */
type Get = (
  path: string,
  init: { params?: { query?: object } },
) => Promise<{ data?: unknown; error?: unknown; response: Response }>

/**
 * The items of a list, page by page as they are needed: `for await (const bag of pages('/api/v1/bags'))`. `limit` in the
 * query is the size of a page, not of the list. Throws CourierError, and the errors of fetch.
 */
export const pagesOf = (api: CourierApi) =>
  async function* pages<Path extends ListPath>(path: Path, ...[init]: Init<Path>): AsyncGenerator<Item<Path>> {
    const get = api.GET as unknown as Get
    const { params = {}, ...rest } = (init ?? {}) as Parameters<Get>[1]
    let query: object | undefined = params.query
    do {
      const result: Awaited<ReturnType<Get>> = await get(path, {
        ...rest,
        params: { ...params, ...(query && { query }) },
      })
      yield* (await unwrap(Promise.resolve(result))) as Item<Path>[]
      // The link has the whole query of the next page. Its address is not used, so no token goes to another origin.
      const next = nextPage(result.response, result.response.url)
      query = next && Object.fromEntries(next.searchParams)
    } while (query)
  }
export type Pages = ReturnType<typeof pagesOf>
