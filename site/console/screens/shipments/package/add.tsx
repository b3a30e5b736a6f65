import { unwrap } from '../../../../../shared/client/http/errors.ts'
import { api, queries } from '../../../../staff/api/client.ts'
import { Form } from '../../../../staff/form/form.tsx'
import { common } from '../../../../staff/messages/common.ts'
import { categoryName } from '../../../../staff/messages/statuses.ts'
import { defaultCategory } from '../../../../../shared/domain/packages/default-category.ts'
import { bookingRulesOf } from '../booking.tsx'
import rules from '../rules.data.ts'
import { messages } from '../messages.ts'

interface AddPackageProps {
  /** The shipment's id. */
  id: string
  /** In kilograms, if it is known: of the only package, that of the shipment. */
  weight: number | undefined
  onClose: () => void
}

/** The labels of a package's fields. */
export const packageFields = () => ({
  weight: { label: messages.weight, unit: common.kg },
  category: { label: messages.category, hint: messages.withoutCategory(categoryName(defaultCategory)) },
  description: { label: messages.contents },
})

/** The form that adds a package to a shipment. */
export const AddPackage = ({ id, weight = 0, onClose }: AddPackageProps) => (
  <Form
    id={`package-${id}`}
    rules={bookingRulesOf(rules.package)}
    groups={[{ names: ['weight', 'category', 'description'] }]}
    fields={packageFields()}
    {...(weight > 0 && { initial: { weight: String(weight) } })}
    submit={messages.addPackage}
    send={(body, key) =>
      unwrap(
        api.POST('/api/v1/shipments/{id}/packages', {
          params: { path: { id } },
          body,
          headers: { 'Idempotency-Key': key },
        }),
      )
    }
    onCancel={onClose}
    onDone={() => {
      onClose()
      void queries.invalidateQueries()
    }}
  />
)
