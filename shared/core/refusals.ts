import { refusals, type Refusal } from './errors.ts'

/** Refusals that are not about a noun. */
export const refused = refusals({
  service_busy: ['unavailable', 'The service is busy; try again in a moment'],
  role_not_permitted: ['forbidden', 'Your role does not permit this'],
  scope_missing: ['forbidden', 'The API key lacks the scope {scope}'],
  provider_unreachable: ['bad_gateway', '{provider} cannot be reached'],
  provider_broke_off: ['bad_gateway', '{provider} broke off its answer'],
  provider_too_slow: ['gateway_timeout', '{provider} has not answered within {seconds} seconds'],
  provider_answer_too_large: ['bad_gateway', '{provider} sent more than 1 MB'],
})

const absent = {
  api_key_not_found: ['not_found', 'API key not found'],
  access_grant_not_found: ['not_found', 'Access grant not found'],
  bag_not_found: ['not_found', 'Bag not found'],
  case_not_found: ['not_found', 'Case not found'],
  company_not_found: ['not_found', 'Company not found'],
  connection_not_found: ['not_found', 'Connection not found'],
  contact_not_found: ['not_found', 'Contact not found'],
  courier_not_found: ['not_found', 'Courier not found'],
  delivery_not_found: ['not_found', 'Delivery not found'],
  entity_not_found: ['not_found', 'Entity not found'],
  event_not_found: ['not_found', 'Event not found'],
  export_not_found: ['not_found', 'Export not found'],
  flight_not_found: ['not_found', 'Flight not found'],
  identity_provider_not_found: ['not_found', 'Identity provider not found'],
  import_not_found: ['not_found', 'Import not found'],
  notice_not_found: ['not_found', 'Notice not found'],
  package_not_found: ['not_found', 'Package not found'],
  photo_not_found: ['not_found', 'Photo not found'],
  row_not_found: ['not_found', 'Row not found'],
  scan_not_found: ['not_found', 'Scan not found'],
  passkey_not_found: ['not_found', 'Passkey not found'],
  session_not_found: ['not_found', 'Session not found'],
  shipment_not_found: ['not_found', 'Shipment not found'],
  subscription_not_found: ['not_found', 'Subscription not found'],
  synchronisation_not_found: ['not_found', 'Synchronisation not found'],
  tenant_not_found: ['not_found', 'Tenant not found'],
  unloading_not_found: ['not_found', 'Unloading not found'],
  user_not_found: ['not_found', 'User not found'],
  warehouse_not_found: ['not_found', 'Warehouse not found'],
  webhook_not_found: ['not_found', 'Webhook not found'],
} as const
type Absent = typeof absent
/** The nouns of records that a request may not find. */
export type Noun = Absent[keyof Absent][1] extends infer Text
  ? Text extends `${infer Name} not found`
    ? Name
    : never
  : never

/** Refusals of requests for a record that does not exist, or that the caller may not know of. */
export const refusedAsAbsent = refusals(absent)

/** "<noun> not found", whose reason is `<noun>_not_found`. */
export const notFound = (noun: Noun): Refusal =>
  refusedAsAbsent[`${noun.toLowerCase().replaceAll(' ', '_')}_not_found` as keyof Absent]()

/** The request could not be completed in time and may be sent again. `cause` is logged for operators. */
export const unavailable = (cause: unknown): Refusal => refused.service_busy().with({}, cause)
