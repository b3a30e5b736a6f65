import type { AttributeValue } from '@aws-sdk/client-dynamodb'

export type AttributeMap = Record<string, AttributeValue>

/** DynamoDB's limits (developer guide, "Quotas"), in bytes. */
export const limits = {
  item: 400 * 1024,
  page: 1024 * 1024,
  transaction: 4 * 1024 * 1024,
  partitionKey: 2048,
  sortKey: 1024,
}

/** The size of an item in bytes (DynamoDB developer guide, "Item sizes and formats"). */
export const itemSize = (item: AttributeMap): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueSize(value), 0)

function valueSize(value: AttributeValue): number {
  if (value.S !== undefined) return Buffer.byteLength(value.S)
  if (value.N !== undefined) return numberSize(value.N)
  if (value.BOOL !== undefined || value.NULL !== undefined) return 1
  if (value.B !== undefined) return value.B.byteLength
  if (value.SS) return value.SS.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  if (value.NS) return value.NS.reduce((sum, number) => sum + numberSize(number), 0)
  // A list or map has three bytes, and one for each element or pair.
  if (value.L) return value.L.reduce((sum, element) => sum + 1 + valueSize(element), 3)
  return 3 + Object.keys(value.M ?? {}).length + itemSize(value.M ?? {})
}

/** About one byte for each two significant digits, and one more. */
const numberSize = (number: string) => {
  const digits = number
    .replace(/e.*$/i, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '')
  return Math.ceil(digits.length / 2) + 1
}
