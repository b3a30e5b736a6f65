import { bookingRoles } from '../../../../shared/domain/kernel/roles.ts'
import { hasRole } from '../../../staff/api/session.ts'
import { titles } from '../../messages/screens.ts'
import { History } from './history.tsx'
import { NewExport } from './new-export.tsx'
import { NewImport } from './new-import.tsx'

/** The forms that import a file and export one, and the past imports and exports. */
export default function Transfers() {
  return (
    <>
      <div class="head">
        <h1>{titles.transfers}</h1>
      </div>
      <div class="stack">
        <div class="pair">
          {hasRole(bookingRoles) && <NewImport />}
          <NewExport />
        </div>
        <History />
      </div>
    </>
  )
}
