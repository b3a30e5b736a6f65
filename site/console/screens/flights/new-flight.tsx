import { useLocation } from 'preact-iso/router'
import { unwrap } from '../../../../shared/client/http/errors.ts'
import { api } from '../../../staff/api/client.ts'
import { namesOf, useActiveCouriers } from '../../ui/couriers.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { flightNames, useFlightFields } from './fields.ts'
import rules from './rules.data.ts'
import { messages } from './messages.ts'
import type { Body } from '../../../staff/api/body.ts'

/** The form that schedules a flight. */
export function NewFlight({ onClose }: { onClose: () => void }) {
  const { route } = useLocation()
  const couriers = namesOf(useActiveCouriers())
  const fields = useFlightFields(couriers)
  return (
    <FormDialog
      isPanel
      title={messages.create}
      id="new-flight"
      rules={{
        ...rules.create,
        courier_id: { kind: 'choice', required: false, choices: [...couriers.keys()] },
      }}
      names={flightNames}
      fields={fields}
      submit={messages.create}
      send={(body: Body<'post', '/api/v1/flights'>, key) =>
        unwrap(
          api.POST('/api/v1/flights', {
            params: { header: { 'Idempotency-Key': key } },
            body,
          }),
        )
      }
      onClose={onClose}
      onDone={({ id }, isOpen) => isOpen && route(`/console/flights/${id}`, true)}
    />
  )
}
