import type { paths } from '../../../shared/client/api-types.ts'

/** The JSON body of an operation: what a form sends, whose rules are those of the same schema. */
export type Body<M extends 'post' | 'put', P extends keyof paths> = paths[P] extends {
  [method in M]: { requestBody?: { content: { 'application/json': infer B } } }
}
  ? B
  : never
