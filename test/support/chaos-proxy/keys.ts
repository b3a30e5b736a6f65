import type { Attributes, Body, Value } from './wire.ts'

/** One part of a query's key condition. */
export interface Condition {
  kind: 'equality' | 'range'
  attribute: string
  holds: (value: Value) => boolean
}

/** The first part of a query's key condition that the key does not meet. */
export const failedCondition = (query: Body, key: Attributes) =>
  keyConditions(query).find(({ attribute, holds }) => !holds(key[attribute] ?? {}))

const comparison = /(?<name>[#\w]+)\s*(?<sign>[<>]=?|=)\s*(?<than>:\w+)/
const between = /(?<within>[#\w]+)\s+BETWEEN\s+(?<from>:\w+)\s+AND\s+(?<to>:\w+)/
const beginning = /begins_with\s*\(\s*(?<text>[#\w]+)\s*,\s*(?<prefix>:\w+)\s*\)/
const part = new RegExp([comparison, between, beginning].map(({ source }) => source).join('|'), 'gi')

function keyConditions(query: Body): Condition[] {
  const value = (alias = '') => query.ExpressionAttributeValues?.[alias] ?? {}
  return [...(query.KeyConditionExpression ?? '').matchAll(part)].map(({ groups = {} }) => {
    const { name, sign, than, within, from, to, text, prefix } = groups
    const attribute = name ?? within ?? text ?? ''
    return {
      kind: sign === '=' ? 'equality' : 'range',
      attribute: query.ExpressionAttributeNames?.[attribute] ?? attribute,
      holds(given) {
        if (sign) return signs[sign as keyof typeof signs](order(given, value(than)))
        if (prefix) return bytes(given).indexOf(bytes(value(prefix))) === 0
        return order(given, value(from)) >= 0 && order(given, value(to)) <= 0
      },
    }
  })
}

const signs = {
  '=': (order: number) => order === 0,
  '<': (order: number) => order < 0,
  '<=': (order: number) => order <= 0,
  '>': (order: number) => order > 0,
  '>=': (order: number) => order >= 0,
}
/** DynamoDB orders strings by their UTF-8 bytes. */
const order = (a: Value, b: Value) =>
  a.N !== undefined && b.N !== undefined ? Number(a.N) - Number(b.N) : Buffer.compare(bytes(a), bytes(b))
const bytes = ({ S = '', B }: Value) => (B === undefined ? Buffer.from(S) : Buffer.from(B, 'base64'))
