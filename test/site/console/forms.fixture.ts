import {
  add,
  addContact,
  addCourier,
  book,
  exampleOf,
  invite,
  openBag,
  openCase,
  openWarehouse,
  schedule,
  verifyManager,
  type Tenant,
} from '../../support/api/tenant.ts'
import { NewWebhook } from '../../../shared/domain/webhooks/record.ts'
import { createKey } from '../../support/integrations/api-keys.ts'
import { inHours } from './journey.fixture.ts'

/** A form of the console. */
interface Form {
  name: string
  /** Creates what the form needs; returns the address where it is. */
  at: (tenant: Tenant) => Promise<string>
  /** The buttons that open it there, unless the address does. */
  open?: string[]
  /** What is entered, by labels. */
  fields: Record<string, string>
  /** The button that sends it. */
  button: string
  /** What it sends. */
  request: string
}

/** The address of a record that is created for a form. */
const of = (screen: string, create: (tenant: Tenant) => Promise<{ id: string }>) => async (tenant: Tenant) =>
  `/console/${screen}/${(await create(tenant)).id}`
const at = (address: string) => () => Promise.resolve(`/console/${address}`)
/** An address that takes a verified e-mail address. */
const verified = (address: string) => async (tenant: Tenant) => {
  await verifyManager(tenant)
  return `/console/${address}`
}
const party = { Name: 'Nino', Phone: '+995599123456' }

/** Every form that is sent to the service, but for those of signing in: one of each kind first. */
export const forms: readonly Form[] = [
  {
    name: 'a new contact',
    at: at('contacts/new'),
    button: 'New contact',
    fields: { ...party, Notes: 'Calls first' },
    request: 'POST **/api/v1/contacts',
  },
  {
    name: 'a change of a courier',
    at: of('couriers', addCourier),
    open: ['Edit'],
    button: 'Save',
    fields: { Phone: '+995599000001' },
    request: 'PUT **/api/v1/couriers/*',
  },
  {
    name: 'a check-in',
    at: of('bags', openBag),
    open: ['Check in'],
    button: 'Check in',
    fields: { 'Airline tag': '0555123456', Airline: 'Aeroflot', 'Flight number': 'SU1234' },
    request: 'PUT **/api/v1/bags/*/checkin',
  },
  {
    name: 'a new warehouse',
    at: at('warehouses/new'),
    button: 'New warehouse',
    fields: { Name: 'Batumi', City: 'Batumi' },
    request: 'POST **/api/v1/warehouses',
  },
  {
    name: 'a new courier',
    at: at('couriers/new'),
    button: 'New courier',
    fields: {
      ...party,
      'E-mail address': 'nino@example.com',
      Nationality: 'Georgian',
      'Home country': 'GE',
      'Passport number': '12AB34567',
      'Preferred routes': 'SVO-TBS',
    },
    request: 'POST **/api/v1/couriers',
  },
  {
    name: 'a new flight',
    at: at('flights/new'),
    button: 'New flight',
    fields: {
      'Flight number': 'SU1234',
      Airline: 'Aeroflot',
      'From airport': 'SVO',
      'To airport': 'TBS',
      Departure: inHours(3, 'Europe/Moscow'),
      Arrival: inHours(6, 'Asia/Tbilisi'),
      'Capacity in kg': '40',
    },
    request: 'POST **/api/v1/flights',
  },
  {
    name: 'a new bag',
    at: async (tenant) => {
      await openWarehouse(tenant, { name: 'Tbilisi', code: 'TBS1' })
      return '/console/bags/new'
    },
    fields: { Label: 'Bag 1', Warehouse: 'Tbilisi', 'From airport': 'SVO', 'To airport': 'TBS' },
    button: 'New bag',
    request: 'POST **/api/v1/bags',
  },
  {
    name: 'a new webhook',
    at: verified('webhooks/new'),
    button: 'New webhook',
    fields: { URL: 'http://localhost:9/hook' },
    request: 'POST **/api/v1/webhooks',
  },
  {
    name: 'a new key',
    at: verified('keys/new'),
    button: 'New key',
    fields: { Name: 'Shop', 'shipments:read': 'yes' },
    request: 'POST **/api/v1/api-keys',
  },
  {
    name: 'an invitation',
    at: verified('people/new'),
    button: 'Invite',
    fields: { 'E-mail address': 'nino@example.com', Role: 'operator' },
    request: 'POST **/api/v1/users',
  },
  {
    name: 'an export',
    at: at('transfers'),
    button: 'Export',
    fields: { 'Created from': inHours(-24) },
    request: 'POST **/api/v1/exports',
  },
  {
    name: 'a change of a contact',
    at: of('contacts', addContact),
    open: ['Edit'],
    button: 'Save',
    fields: { Notes: 'Calls first' },
    request: 'PUT **/api/v1/contacts/*',
  },
  {
    name: 'a change of a warehouse',
    at: of('warehouses', openWarehouse),
    open: ['Edit'],
    button: 'Save',
    fields: { 'Opening hours': '9-18' },
    request: 'PUT **/api/v1/warehouses/*',
  },
  {
    name: 'a change of a flight',
    at: of('flights', schedule),
    open: ['Edit'],
    button: 'Save',
    fields: { 'Capacity in kg': '77' },
    request: 'PUT **/api/v1/flights/*',
  },
  {
    name: 'a change of a bag',
    at: of('bags', openBag),
    open: ['Edit'],
    button: 'Save',
    fields: { Label: 'Bag 2' },
    request: 'PUT **/api/v1/bags/*',
  },
  {
    name: 'a change of a shipment',
    at: of('shipments', book),
    open: ['Edit'],
    button: 'Save',
    fields: { Price: '120' },
    request: 'PUT **/api/v1/shipments/*',
  },
  {
    name: 'a change of a webhook',
    at: of('webhooks', async (tenant) => {
      await verifyManager(tenant)
      return (await tenant.send('POST /api/v1/webhooks', { body: exampleOf(NewWebhook) })).body
    }),
    open: ['Edit'],
    button: 'Save',
    fields: { Description: 'Shop' },
    request: 'PUT **/api/v1/webhooks/*',
  },
  {
    name: 'a change of a case',
    at: of('cases', openCase),
    open: ['Edit'],
    button: 'Save',
    fields: { Note: 'Asked customs' },
    request: 'PATCH **/api/v1/cases/*',
  },
  {
    name: 'a change of a user',
    at: of('people', (tenant) => invite(tenant, { role: 'viewer' })),
    open: ['Edit'],
    button: 'Save',
    fields: { Role: 'operator' },
    request: 'PUT **/api/v1/users/*',
  },
  {
    name: 'the settings',
    at: at('settings'),
    button: 'Save',
    fields: { Phone: '+995322123456' },
    request: 'PUT **/api/v1/settings',
  },
  {
    name: 'a rating',
    at: of('couriers', addCourier),
    open: ['Rate'],
    button: 'Rate',
    fields: { 'Rating, 1 to 5': '4' },
    request: 'POST **/api/v1/couriers/*/ratings',
  },
  {
    name: 'a no-show',
    at: of('couriers', addCourier),
    open: ['Record a no-show'],
    button: 'Record a no-show',
    fields: { Note: 'Ill' },
    request: 'POST **/api/v1/couriers/*/no-shows',
  },
  {
    name: 'a received parcel',
    at: of('warehouses', openWarehouse),
    open: ['Receive a parcel'],
    fields: {
      'From: Name': 'Anna',
      'From: Phone': '+79991234567',
      'To: Name': 'Nino',
      'To: Phone': '+995599123456',
      'Weight (kg)': '2.5',
    },
    button: 'Receive a parcel',
    request: 'POST **/api/v1/warehouse/*/receive',
  },
  {
    name: 'a package',
    at: of('shipments', book),
    open: ['Add a package'],
    button: 'Add a package',
    fields: { 'Weight (kg)': '2.5' },
    request: 'POST **/api/v1/shipments/*/packages',
  },
  {
    name: 'a case',
    at: of('shipments', async (tenant) => {
      const shipment = await book(tenant)
      await add(tenant, shipment.id)
      return shipment
    }),
    open: ['Open a case'],
    button: 'Open a case',
    fields: { Note: 'Torn' },
    request: 'POST **/api/v1/cases',
  },
  {
    name: 'the replacement of a key’s secret',
    at: of('keys', createKey),
    open: ['Replace the secret'],
    button: 'Replace the secret',
    fields: { 'The old secret works for, in seconds': '60' },
    request: 'POST **/api/v1/api-keys/*/rotate',
  },
]
