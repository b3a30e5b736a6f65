import { NestedStack, type Stack } from 'aws-cdk-lib'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Resources, Template } from './template.ts'

/** The templates of the nested stacks of a synthesised stack, by their logical ids. */
export const nestedTemplates = (stack: Stack, outdir: string): Record<string, Template> =>
  Object.fromEntries(
    stack.node
      .findAll()
      .filter((one): one is NestedStack => NestedStack.isNestedStack(one))
      .map((nested) => [
        stack.resolve(nested.nestedStackResource!.logicalId) as string,
        JSON.parse(readFileSync(join(outdir, nested.templateFile), 'utf8')) as Template,
      ]),
  )

/**
 * A template with the resources of its nested stacks in place of these, under the logical ids that `idOf` gives. Parameters are
 * what the parent gives for them, and outputs that it reads are their values.
 */
export function inlined(
  { Nested = {}, Resources, Outputs = {}, ...rest }: Template,
  idOf: (nested: string, logicalId: string) => string,
): Template {
  function inParent(value: unknown): unknown {
    const [id, attribute] = getAttOf(value)
    const output = Nested[id]?.Outputs?.[attribute.replace('Outputs.', '')]
    return output ? inNested(id)(output.Value) : mapped(value, inParent)
  }
  function inNested(nested: string) {
    const parameters = (Resources[nested]?.Properties?.['Parameters'] ?? {}) as Record<string, unknown>
    const isOwn = (id: string) => id in (Nested[nested]?.Resources ?? {})
    return function resolve(value: unknown): unknown {
      const name = refOf(value)
      if (name in parameters) return inParent(parameters[name])
      if (isOwn(name)) return { Ref: idOf(nested, name) }
      const [id, attribute] = getAttOf(value)
      return isOwn(id) ? { 'Fn::GetAtt': [idOf(nested, id), attribute] } : mapped(value, resolve)
    }
  }
  const own = Object.entries(Resources).flatMap(([id, resource]) =>
    id in Nested ? [] : [[id, inParent(resource)]],
  )
  const others = Object.entries(Nested).flatMap(([nested, template]) =>
    Object.entries(template.Resources).map(([id, resource]) => [idOf(nested, id), inNested(nested)(resource)]),
  )
  return {
    ...rest,
    Resources: Object.fromEntries([...own, ...others]) as Resources,
    Outputs: inParent(Outputs) as NonNullable<Template['Outputs']>,
  }
}

const refOf = (value: unknown) => String((value as { Ref?: string } | null)?.Ref)

/** Logical id and attribute. */
function getAttOf(value: unknown): [string, string] {
  const path = (value as { 'Fn::GetAtt'?: string[] } | null)?.['Fn::GetAtt'] ?? []
  return [path[0] ?? '', path.slice(1).join('.')]
}

function mapped(value: unknown, map: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(map)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, map(item)]))
}
