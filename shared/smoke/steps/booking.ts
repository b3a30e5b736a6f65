import { unwrap, type CourierClient } from '../../client/index.ts'
import type { Journey } from '../journey.ts'
import { api, step, type Made } from '../step.ts'

/** Books a parcel with a sender of its own, and deletes it in the end. Throws CourierError. */
export async function bookParcel({ undo }: Journey, company: CourierClient) {
  const shipment = await company.book({
    sender_name: `Anna ${crypto.randomUUID()}`,
    sender_phone: '+12025550123',
    recipient_name: 'Giorgi',
    recipient_phone: '+12025550124',
    origin: 'Moscow',
    destination: 'Tbilisi',
    weight: 2.5,
  })
  const params = { path: { id: shipment.id } }
  undo.push(() => unwrap(company.DELETE('/api/v1/shipments/{id}', { params })))
  return shipment
}

/** Waits until a shipment is in the list, or in what a filter leaves of it. Throws CourierError and Unexpected. */
async function listed(
  { eventually }: Journey,
  { company, shipment }: Pick<Made, 'company' | 'shipment'>,
  what: string,
  query: { q?: string } = {},
): Promise<undefined> {
  await eventually(what, async () => {
    const found = await unwrap(company.GET('/api/v1/shipments', { params: { query } }))
    return found.find(({ id }) => id === shipment.id)
  })
}

export const booking = {
  book: step({
    does: 'books a shipment',
    proves: 'a transaction with several kinds of records is committed',
    look: api('shipments'),
    needs: ['company'],
    run: async (journey, { company }) => ({ shipment: await bookParcel(journey, company) }),
  }),

  package: step({
    does: 'adds a package to it',
    proves: 'the key of labels can be read',
    look: api('shipments'),
    needs: ['company', 'shipment'],
    async run(_, { company, shipment }) {
      const params = { path: { id: shipment.id } }
      const body = { weight: 2.5 }
      return {
        package: await unwrap(company.POST('/api/v1/shipments/{id}/packages', { params, body })),
      }
    },
  }),

  find: step({
    does: 'finds it in the list of shipments',
    proves: 'the index gsi1 contains the shipment',
    look: api('shipments'),
    needs: ['company', 'shipment'],
    run: (journey, made) => listed(journey, made, 'The shipment is in the list'),
  }),

  search: step({
    does: 'finds it by the name of its sender',
    proves: 'the items of searches are written with what they find',
    look: api('shipments'),
    needs: ['company', 'shipment'],
    run: (journey, made) =>
      listed(journey, made, 'The search finds the shipment', { q: made.shipment.sender_name }),
  }),
}
