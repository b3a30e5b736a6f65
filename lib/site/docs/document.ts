import { groups } from '../../../functions/index.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { openApi } from '../../../shared/http/openapi/openapi.ts'

/** The part of OpenAPI 3.1 that the reference reads. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}
export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description: string
  example?: string | number | boolean
  schema: Schema
}
interface Media {
  schema: Schema
  example?: unknown
}
interface Response {
  description: string
  content?: Record<string, Media>
}
interface OperationObject {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: unknown[]
  parameters: Parameter[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, Response | { $ref: string }>
}
interface OpenApiDocument {
  info: { title: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, OperationObject>>
  components: { schemas: Record<string, Schema>; responses: Record<string, Response> }
}

export const document = openApi(groups, packageJson) as unknown as OpenApiDocument

export const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)

/** The schema that a reference names, with the description next to the reference. */
export function resolve(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema
  const { description } = schema
  return {
    ...document.components.schemas[nameOf(schema.$ref)],
    ...(description !== undefined && { description }),
  }
}

/** An operation as its page shows it. */
export interface Operation {
  id: string
  tag: string
  /** In capitals. */
  method: string
  path: string
  summary: string
  description: string
  needsToken: boolean
  parameters: Parameter[]
  body?: { schema: Schema; example: unknown }
  success: { status: string; types: string[]; schema?: Schema; example?: unknown }
  errors: { status: string; description: string }[]
}

export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => operationOf(method.toUpperCase(), path, operation)),
)

function operationOf(method: string, path: string, operation: OperationObject): Operation {
  const {
    operationId: id,
    tags,
    summary,
    description,
    security,
    parameters,
    requestBody,
    responses,
  } = operation
  const all = Object.entries(responses).map(
    ([status, response]) =>
      [status, '$ref' in response ? document.components.responses[nameOf(response.$ref)] : response] as const,
  )
  const [status, success] = all.find(([status]) => status < '400') ?? ['200', undefined]
  const json = success?.content?.['application/json']
  return {
    id,
    tag: tags[0] ?? '',
    method,
    path,
    summary,
    description,
    parameters,
    needsToken: security.length > 0,
    ...(requestBody && { body: bodyOf(requestBody.content) }),
    success: { status, types: Object.keys(success?.content ?? {}), ...json },
    errors: all
      .filter(([status]) => status >= '400')
      .map(([status, response]) => ({ status, description: response?.description ?? '' })),
  }
}

function bodyOf(content: Record<string, Media>) {
  const schema = content['application/json']?.schema ?? {}
  return { schema, example: resolve(schema).examples?.[0] }
}
