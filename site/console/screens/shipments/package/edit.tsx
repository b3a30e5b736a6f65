import { bookingRoles } from '../../../../../shared/domain/kernel/roles.ts'
import { api } from '../../../../staff/api/client.ts'
import type { Package } from '../../../../staff/api/records.ts'
import { hasRole } from '../../../../staff/api/session.ts'
import { EditDialog } from '../../../ui/edit-dialog.tsx'
import rules from '../rules.data.ts'
import { defaultCategory } from '../../../../../shared/domain/packages/default-category.ts'
import { packageFields } from './add.tsx'

interface EditPackageProps {
  one: Package
  etag: string
  onClose: () => void
}

/** The form that changes a package: warehouses its weight. */
export const EditPackage = ({ one, etag, onClose }: EditPackageProps) => (
  <EditDialog
    record={{ ...one, category: one.category === defaultCategory ? '' : one.category }}
    etag={etag}
    id={`package-${one.id}-edit`}
    rules={rules.packageChange}
    names={hasRole(bookingRoles) ? ['weight', 'category', 'description'] : ['weight']}
    fields={packageFields()}
    change={(body, etag) =>
      api.PUT('/api/v1/packages/{id}', {
        params: { path: { id: one.id }, header: { 'If-Match': etag } },
        body: body['category'] === null ? { ...body, category: defaultCategory } : body,
      })
    }
    onClose={onClose}
  />
)
