import { api } from '../../../staff/api/client.ts'
import { useRead } from '../../../staff/api/read.ts'
import type { FieldOptions } from '../../../staff/form/field.tsx'
import type { Rule } from '../../../staff/form/rules.ts'
import { warehouseName } from '../../../staff/ui/warehouse-name.ts'
import { messages } from './messages.ts'

/** The fields of a bag, in order. */
export const bagNames = ['label', 'warehouse_id', 'origin', 'destination']

interface BagFields {
  fields: Record<string, FieldOptions>
  /** The rule of the choice of its warehouse. */
  warehouse_id: Rule
  /** The warehouse, and the airport of it, if there is only one. */
  only: { warehouse_id?: string; origin?: string }
  /** The airport of a warehouse, if it is known. */
  airportOf: (warehouseId: string) => string | undefined
}

/** The labels of a bag's fields, and the warehouses it may be in. */
export function useBagFields(): BagFields {
  const warehouses = useRead(['warehouses'], () => api.GET('/api/v1/warehouses'))
  const all = warehouses.data?.body ?? []
  const [only] = all.length === 1 ? all : []
  return {
    only: only ? { warehouse_id: only.id, ...(only.airport_code && { origin: only.airport_code }) } : {},
    airportOf: (warehouseId) => all.find(({ id }) => id === warehouseId)?.airport_code ?? undefined,
    fields: {
      label: { label: messages.label },
      origin: { label: messages.origin },
      destination: { label: messages.destination },
      warehouse_id: {
        label: messages.warehouse,
        choiceName: (id) => all.filter((one) => one.id === id).map(warehouseName)[0] ?? '—',
      },
    },
    warehouse_id: { kind: 'choice', required: true, choices: ['', ...all.map(({ id }) => id)] },
  }
}
