import type { Warehouse } from '../api/records.ts'

/** The name of a warehouse. One that is known only since bags are in it has none yet, so the beginning of its id. */
export const warehouseName = ({ id, name }: Pick<Warehouse, 'id' | 'name'>) => name || id.slice(0, 8)
