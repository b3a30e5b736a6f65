import type * as z from 'zod'
import type { ReplyToItem, TenantContext } from '../../domain/kernel/context.ts'
import { route, type Permission, type Request, type Route, type RouteKey, type Row } from './route.ts'

type BatchRequest<K extends RouteKey, B extends z.ZodType> = Request<K, TenantContext, B, z.ZodUndefined> & {
  replyToItem: ReplyToItem
}

/** A route whose body has items that are handled one by one. */
export function batchRoute<const K extends RouteKey, R extends z.ZodType, B extends z.ZodType>(
  key: K,
  {
    act,
    ...row
  }: Row<B, z.ZodUndefined, R> & Permission & { act(request: BatchRequest<K, B>): Promise<z.input<R>> },
): Route {
  return {
    ...route<K, R, B>(key, { ...row, act: (request) => act(request as BatchRequest<K, B>) }),
    isBatch: true,
  }
}
