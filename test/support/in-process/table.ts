import type { Grant } from '../../../shared/db/grant.ts'
import type { Store } from '../../../shared/db/store.ts'
import { TenantTable } from '../../../shared/db/table.ts'

/** A tenant's table in a test that stores no unreadable item: one that is found is an error. */
export const tableOn = (store: Store, grant: Grant) =>
  new TenantTable(store, grant, {
    error(message, fields) {
      throw new Error(message, { cause: fields.error })
    },
  })
