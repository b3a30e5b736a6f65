import { field, type Fields } from './field.ts'
import { ids } from '../example-ids.ts'

export const handovers: Fields = {
  handover_id: field('The id that the client gives the hand-over', ids.handover),
  'TimelineEvent.handover_id': field('The hand-over by which it was delivered', ids.handover),
  'NewHandover.package_ids': field('The packages that are handed over: all of the shipment, or some', [
    ids.package,
  ]),
  'Handover.package_ids': field('The packages that were handed over', [ids.package]),
  'ProvenHandover.package_ids': field('The packages that were handed over', [ids.package]),
  received_by: field('The name of the person who took them', 'Giorgi Beridze'),
  'NewHandover.code': field('What the recipient says; spaces and hyphens do not matter', '402 815'),
  code_check: field('Whether the code was right; NONE was given', 'CONFIRMED'),
  signature: field('The recipient’s signature, or null'),
  'Signature.width': field('The width of the pad, in pixels', 300),
  'Signature.height': field('The height of the pad, in pixels', 120),
  path: field(
    'The strokes as SVG path data: absolute moves and lines between whole pixels',
    'M20 80L60 30L95 85L140 40M160 60L250 58',
  ),
  photo_ids: field('Up to five photos of the packages, which are ready', []),
  'Handover.photos': field('The photos, each with its package', []),
  'ProvenHandover.photos': field('The photos, with addresses that are good for an hour', []),
  'NewHandover.warehouse_id': field('Where it happens; elsewhere, leave it out', ids.warehouse),
  'Handover.warehouse_id': field('Where it happened, or null', ids.warehouse),
  'ProvenHandover.warehouse_id': field('Where it happened, or null', ids.warehouse),
  offline: field('Whether it was made without a connection and sent later', false),
  handed_over_by: field('The user who handed over', ids.user),
  handed_over_by_email: field(
    'That user’s e-mail address; empty if the account is gone',
    'anna@swift-couriers.example',
  ),
  place: field('The warehouse in words; empty elsewhere', 'Tbilisi hub, Airport road 4'),
  shipment_status: field('The status of the shipment then', 'DELIVERED'),
  sent_to: field('The address, of which only its owner recognises the rest', 'g…@example.com'),
  'SentCode.expires_at': field('Until when the code works', '2026-11-24T09:20:00.000Z'),
  handovers: field('The hand-overs, oldest first'),
  overrides: field('Deliveries without the required proofs, for which a manager answers', []),
  'DeliveryOverride.package_ids': field('The packages that were delivered', [ids.package]),
  'DeliveryOverride.reason': field('What the manager gave as the reason', 'Left with the neighbour'),
  open_package_ids: field('The packages that are not delivered yet', []),
  company: field('The name of the company', 'Swift Couriers'),
}
