import { isDeepStrictEqual } from 'node:util'
import { roles } from '../../domain/kernel/roles.ts'
import { caseKinds, caseStatuses } from '../../domain/cases/kinds.ts'
import { contactKinds } from '../../domain/contacts/record.ts'
import { languages } from '../../domain/kernel/languages.ts'
import { codeChecks } from '../../domain/handovers/record.ts'
import { noticeStates, parties } from '../../domain/notices/record.ts'
import { findOutcomes } from '../../domain/unloadings/status.ts'
import { noShowCauses } from '../../domain/couriers/no-show-record.ts'
import { feedTypeNames } from '../../domain/events/record.ts'
import { validationResults } from '../../domain/scans/record.ts'
import { PaymentStatus } from '../../domain/shipments/record.ts'
import { proofs } from '../../domain/settings/record.ts'
import { packingRefusals } from '../../domain/bags/pack-many.ts'
import { bagStatuses } from '../../domain/bags/status.ts'
import { courierStatuses } from '../../domain/couriers/status.ts'
import { flightStatuses } from '../../domain/flights/status.ts'
import { packageStatuses } from '../../domain/packages/status.ts'
import { shipmentStatuses } from '../../domain/shipments/status.ts'
import { photoStates } from '../../domain/photos/record.ts'
import { exportFormats } from '../../domain/transfers/export-record.ts'
import { actorTypes, auditedChanges } from '../../domain/audit/record.ts'
import { exportKinds, transferKinds, transferStatuses } from '../../domain/transfers/record.ts'
import { encodings } from '../../csv/encodings.ts'
import { memberStatuses } from '../../domain/users/status.ts'
import { deliveryStatuses, faults, webhookStatuses } from '../../domain/webhooks/record.ts'
import { imageTypes } from '../../images/image.ts'
import { labelFormats } from '../../labels/render.ts'
import { statusOf } from '../error-reply.ts'
import type { Json } from '../routing/json-schema.ts'

/** Enumerations that are components of the OpenAPI document: wherever their values are listed, they are referenced. */
const enumerations: Record<string, { values: readonly string[]; description: string }> = {
  ContactKind: { values: contactKinds, description: 'Whether a contact is a person or a company.' },
  Role: {
    values: roles,
    description:
      'admin and manager: everything. operator: books. warehouse: handles parcels. courier: their own bags and flights. viewer: reads',
  },
  ShipmentStatus: {
    values: shipmentStatuses,
    description:
      'RECEIVED: awaits processing. PREPARING: its packages are prepared. IN_TRANSIT: in bags or on flights. CONSOLIDATING: arrives package by package. READY_FOR_PICKUP: all have arrived. DELIVERED: to the recipient. RETURNED: to the sender',
  },
  PackageStatus: { values: packageStatuses, description: 'Where a package is on its journey' },
  BagStatus: {
    values: bagStatuses,
    description:
      'OPEN: takes packages. SEALED: takes no more. CHECKED_IN: at the airline, with its tag. IN_TRANSIT: on the flight. DELIVERED: all packages are delivered',
  },
  FlightStatus: { values: flightStatuses, description: 'Where a flight is in its timetable' },
  CourierStatus: {
    values: courierStatuses,
    description: 'ACTIVE: flies. SUSPENDED: does not fly for now. INACTIVE: has left',
  },
  PackingRefusal: {
    values: packingRefusals,
    description: 'bad_request: the label may be forged. Otherwise as for adding the package by itself',
  },
  CaseKind: {
    values: caseKinds,
    description:
      'HOLD: its packages are neither packed, nor taken along, nor handed over. DAMAGE, SHORTAGE, REFUSED, CLAIM: as named',
  },
  CaseStatus: { values: caseStatuses, description: 'Whether it is still to be settled' },
  Language: { values: languages, description: 'A language in which recipients are addressed (BCP 47)' },
  NoticeParty: { values: parties, description: 'Who gets notices of a shipment' },
  NoticeState: {
    values: noticeStates,
    description:
      'PENDING: will be sent. REJECTED: the mail service refused the address. SUPPRESSED: the address gets no notices. OUTDATED: the status or the address changed before',
  },
  FindOutcome: {
    values: findOutcomes,
    description: 'FOUND: was expected. EXCESS: was not. MISROUTED: travels in another bag',
  },
  CodeCheck: {
    values: codeChecks,
    description: 'CONFIRMED: the right code was given. WRONG: another one. NONE: none',
  },
  HandoverProof: { values: proofs, description: 'The kinds of proof of a delivery' },
  PaymentStatus: {
    values: PaymentStatus.options,
    description: 'COD: cash on delivery. The service does not act on it',
  },
  NoShowCause: { values: noShowCauses, description: 'Why a courier did not show up' },
  ValidationResult: {
    values: validationResults,
    description:
      'valid: genuine and of this company. hmac_invalid: the signature is wrong. wrong_tenant: of another company. entity_not_found: no longer exists. qr_decode_error: no type or id. rate_limited: more than 100 scans in an hour',
  },
  FeedEventType: { values: feedTypeNames, description: 'The types of events; new ones may be added' },
  MemberStatus: {
    values: memberStatuses,
    description: 'INVITED: has not accepted yet. DEACTIVATED: may not sign in. LEFT: left by themselves',
  },
  WebhookStatus: {
    values: webhookStatuses,
    description: 'PENDING: the URL has not answered a ping with 2xx yet',
  },
  DeliveryStatus: { values: deliveryStatuses, description: 'PENDING: will be sent again. FAILED: given up' },
  DeliveryFault: { values: faults, description: 'address: not public. timeout: no answer within 10 seconds' },
  PhotoStatus: { values: photoStates, description: 'pending: is not checked yet. refused: `reason` says why' },
  ImageType: { values: imageTypes, description: 'The media types of photos' },
  LabelFormat: { values: labelFormats, description: 'zpl is for label printers' },
  TransferKind: { values: transferKinds, description: 'The kinds of records that imports take' },
  AuditedChangeKind: { values: auditedChanges, description: 'What happened to a record' },
  ActorType: { values: actorTypes, description: 'service: the service itself, such as a job' },
  ExportKind: { values: exportKinds, description: 'The kinds of records that exports take' },
  TransferStatus: {
    values: transferStatuses,
    description: 'WAITING: for its file, or its turn. FAILED: `reason` says why',
  },
  ExportFormat: { values: exportFormats, description: 'jsonl: JSON lines' },
  TableEncoding: { values: encodings, description: 'The encoding of a table' },
  ErrorCode: { values: Object.keys(statusOf), description: 'The kinds of errors; new ones may be added' },
}

/** Replaces the values of an enumeration by a reference to its component, which is added to `components`. */
export function referenceEnumeration(schema: Json, components: Record<string, Json>): Json {
  const found = Object.entries(enumerations).find(([, { values }]) =>
    isDeepStrictEqual(schema.enum, [...values]),
  )
  if (!found) return schema
  const [name, { values, description }] = found
  components[name] ??= { type: 'string', enum: [...values], description }
  const { enum: _values, type: _type, ...rest } = schema
  return { $ref: `#/components/schemas/${name}`, ...rest }
}
