import { plain, type ColumnFields } from '../../../../shared/domain/transfers/columns.ts'
import type { TransferKind } from '../../../../shared/domain/transfers/record.ts'
import { comma, languages } from '../../../staff/messages/language.ts'
import { paymentNames } from '../../messages/payments.ts'
import { contactFields } from '../contacts/fields.ts'
import { messages as contactMessages } from '../contacts/messages.ts'
import { nameOfField } from '../shipments/booking.tsx'
import { messages } from './messages.ts'

/** Fields of a shipment that no form has. */
const others: Record<string, 'senderContact' | 'recipientContact' | 'metadata'> = {
  sender_contact_id: 'senderContact',
  recipient_contact_id: 'recipientContact',
  metadata: 'metadata',
}

/** The name of a field of a file, as the forms have it; of a field within a record, with its key: `metadata.color`. */
export function fieldName(kind: TransferKind, field: string): string {
  if (kind === 'contacts') return contactFields()[field]?.label ?? field
  const [name = '', ...key] = field.split('.')
  const other = others[name]
  const title = other ? messages[other] : nameOfField(name)
  return key.length === 0 ? title : `${title}: ${key.join('.')}`
}

/** The values of choices as forms name them: those of a choice are different from those of the others. */
export function valueName(value: string): string {
  const tables: Record<string, string>[] = [paymentNames, languages, contactMessages]
  return tables.map((names) => names[value]).find((name) => name !== undefined) ?? value
}

/** The names of values, one after the other. */
export const valueNames = (values: readonly string[]) => values.map(valueName).join(comma())

/** The fields of columns that have the names of the forms, as those of the template do, by their columns. */
export const fieldsByName = (kind: TransferKind, header: readonly string[], { names }: ColumnFields) =>
  Object.fromEntries(
    header.flatMap((column) => {
      const field = names.find((name) => plain(fieldName(kind, name)) === plain(column))
      return field === undefined || column.trim() === '' ? [] : [[column, field]]
    }),
  )
