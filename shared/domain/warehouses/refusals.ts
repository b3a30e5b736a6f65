import { refusals } from '../../core/errors.ts'

/** Refusals about warehouses. */
export const refused = refusals({
  warehouse_not_registered: [
    'not_found',
    'Warehouse not found: create it first, as the settings of the company require',
  ],
})
