import type * as z from 'zod'
import { bookingRoles, managerRoles, staffRoles, type Role } from '../kernel/roles.ts'
import { refused } from '../../core/refusals.ts'
import { AuditFilter } from '../audit/list.ts'
import { AuditEntry } from '../audit/record.ts'
import { ContactFilter } from '../contacts/contacts.ts'
import { Contact, NewContact } from '../contacts/record.ts'
import type { Actor } from '../kernel/context.ts'
import { contactKindNames, languageNames, paymentNames } from '../messages/choice-names.ts'
import { ShipmentFilter } from '../shipments/filter.ts'
import { namedUnlessContact } from '../shipments/parties.ts'
import { NewShipment, Shipment } from '../shipments/record.ts'
import { plain, type ColumnFields } from './columns.ts'
import type { ExportKind, TransferKind } from './record.ts'

interface Importable {
  /** The schema of a row: the body of the request that adds one record. */
  schema: z.ZodLazy<z.ZodObject>
  /** Its fields that are numbers. */
  numbers: readonly string[]
  /** Those that are required unless the other one is there. */
  instead: Readonly<Record<string, string>>
  /** For its fields that are a choice, the names of each value, which a cell may have in place of the value. */
  words: () => Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  roles: readonly Role[]
}
export const importable = {
  shipments: {
    schema: NewShipment,
    numbers: ['weight', 'price', 'packages'],
    instead: namedUnlessContact,
    words: () => ({ payment_status: paymentNames, language: languageNames() }),
    roles: bookingRoles,
  },
  contacts: {
    schema: NewContact,
    numbers: [],
    instead: {},
    words: () => ({ kind: contactKindNames, language: languageNames() }),
    roles: bookingRoles,
  },
} as const satisfies Record<TransferKind, Importable>

interface Exportable {
  /** The schema of a written record, and the filters of its list. */
  schema: z.ZodLazy<z.ZodObject>
  filter: z.ZodLazy<z.ZodObject>
  roles: readonly Role[]
}
export const exportable = {
  shipments: { schema: Shipment, filter: ShipmentFilter, roles: staffRoles },
  contacts: { schema: Contact, filter: ContactFilter, roles: staffRoles },
  audit: { schema: AuditEntry, filter: AuditFilter, roles: managerRoles },
} as const satisfies Record<ExportKind, Exportable>

/**
 * Throws forbidden for a role that may not read or write records of the kind one by one either, and for an API key without that
 * scope: a table is many requests.
 */
export function expectPermitted(
  { role, scopes }: Actor,
  ...[kind, verb]: [ExportKind, 'read'] | [TransferKind, 'write']
): void {
  const { roles }: { roles: readonly Role[] } = verb === 'read' ? exportable[kind] : importable[kind]
  if (!roles.includes(role)) throw refused.role_not_permitted()
  const scope = `${kind}:${verb}`
  if (scopes && !scopes.includes(scope)) throw refused.scope_missing({ scope })
}

/** The fields that columns of an import can fill. */
export function columnFields(kind: TransferKind): ColumnFields {
  const { schema, numbers, instead, words }: Importable = importable[kind]
  const { shape } = schema.unwrap()
  const names = Object.keys(shape)
  return {
    names,
    numbers,
    instead,
    required: names.filter(
      (name) => name in instead || !(shape[name] as z.ZodType).safeParse(undefined).success,
    ),
    records: names.filter((name) => name === 'metadata'),
    choices: Object.fromEntries(Object.entries(words()).map(([field, names]) => [field, valuesByWord(names)])),
  }
}

/** The values of a choice, by their plain names and by themselves. */
const valuesByWord = (names: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(
    Object.entries(names).flatMap(([value, words]) => [value, ...words].map((word) => [plain(word), value])),
  )
