import type { Client, FetchResponse, MaybeOptionalInit, ParseAs } from 'openapi-fetch'
import type { paths } from './api-types.ts'

type Method = 'get' | 'put' | 'post' | 'delete'
/** The paths that have a method. */
type PathsWith<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends Record<M, object> ? Path : never
}[keyof paths]

/** The options of a request: those of the OpenAPI document, and of fetch. */
type Init<Path extends keyof paths, M extends Method, As extends ParseAs> = NonNullable<
  MaybeOptionalInit<paths[Path], M>
> & { parseAs?: As }
type Parameters<Path extends keyof paths, M extends Method, As extends ParseAs> =
  undefined extends MaybeOptionalInit<paths[Path], M> ? [init?: Init<Path, M, As>] : [init: Init<Path, M, As>]

/**
 * openapi-fetch infers the type of the whole second argument, so its methods accept fields that no operation has. These
 * infer only the path, and the compiler refuses other fields: the service would ignore them.
 */
type Send<M extends Method> = <Path extends PathsWith<M>, As extends ParseAs = 'json'>(
  path: Path,
  ...init: Parameters<Path, M, As>
) => Promise<FetchResponse<NonNullable<paths[Path][M]>, { parseAs: As }, `${string}/${string}`>>

/** A method for each HTTP method, typed by the service's OpenAPI document. */
export interface CourierApi extends Omit<Client<paths>, Uppercase<Method>> {
  GET: Send<'get'>
  PUT: Send<'put'>
  POST: Send<'post'>
  DELETE: Send<'delete'>
}
