import { element } from '../../shared/element.ts'
import { requestForm } from '../form/form.ts'
import rules from '../form/rules.built.ts'
import { call } from '../api/api-client.ts'
import type { Options } from '../api/request.ts'
import { words } from '../ui/words.ts'

/** Creates a record and returns its id. Throws RequestError. */
const createRecord = (key: string) => async (options: Options) =>
  (await call<{ id: string }>(key, options)).body.id

/** The form that books a shipment. Entered text is kept while the panel shows other records. */
export function bookingForm(onBooked: (id: string) => void) {
  const { form, input } = requestForm(
    {
      ...{
        id: 'shipment',
        rules: rules.shipment,
        submitLabel: words.book,
        request: createRecord('POST /api/v1/shipments'),
      },
      groups: [
        { title: words.from, names: ['sender_name', 'sender_phone', 'sender_address', 'origin'] },
        { title: words.to, names: ['recipient_name', 'recipient_phone', 'recipient_address', 'destination'] },
        { title: words.parcel, names: ['weight', 'price', 'payment_status', 'reference', 'description'] },
      ],
    },
    onBooked,
  )
  const title = element('h2', { id: 'panel' }, words.newShipment)
  const focus = () => input('sender_name')?.focus()
  return { title, body: element('div', { class: 'shipment' }, form), focus }
}

/** The form that adds a package to a shipment. `suggest` sets the default weight, in kilograms. */
export function packageForm(shipmentId: string, onAdded: (id: string) => void) {
  const request = createRecord(`POST /api/v1/shipments/${shipmentId}/packages`)
  const { form, input } = requestForm(
    {
      ...{ id: 'package', rules: rules.package, submitLabel: words.addPackage, request },
      groups: [{ names: ['weight', 'category', 'description'] }],
    },
    onAdded,
  )
  const suggest = (weight: number | undefined) => input('weight')?.setAttribute('value', String(weight ?? ''))
  return { form, suggest }
}
