import { refusals } from '../../core/errors.ts'

const hint =
  '; the recipient gets it by e-mail (POST /api/v1/shipments/{id}/handover-code). Without a connection, send `offline` with signature and photo' as const

/** Refusals about hand-overs. */
export const refused = refusals({
  too_many_packages_handed_over: [
    'conflict',
    'These are too many packages for one transaction; send several hand-overs',
  ],
  handover_id_taken: [
    'conflict',
    'This handover_id belongs to another hand-over of the shipment; choose a new one',
  ],
  package_not_deliverable: ['conflict', 'Package {package} is {package_status}; leave it out of the hand-over'],
  too_many_unconfirmed_packages: [
    'conflict',
    'A hand-over whose code is not confirmed has at most {max} packages; send several',
  ],
  company_letters_used_up: [
    'too_many_requests',
    'Your company has sent all letters of this day; hand over with another proof',
  ],
  address_letters_used_up: [
    'too_many_requests',
    'This address got all letters of this day; hand over with another proof',
  ],
  recipient_address_stopped: [
    'conflict',
    'The recipient’s address gets no e-mails ({withheld}); hand over with another proof, or change recipient_email',
  ],
  nothing_to_hand_over: ['conflict', 'The shipment is {shipment_status}; nothing is left to hand over'],
  recipient_email_missing: [
    'conflict',
    'The recipient has no e-mail address; set recipient_email first (PUT /api/v1/shipments/{id})',
  ],
  recipient_email_changed: [
    'conflict',
    'The recipient’s e-mail address was changed within 24 hours; a manager can send the code there with a `reason`',
  ],
  code_sent_recently: ['too_many_requests', 'A code was sent a moment ago; wait a minute'],
  codes_of_day_used_up: ['too_many_requests', 'This recipient got ten codes today; try again tomorrow'],
  code_missing: ['conflict', `A hand-over needs a code${hint}`],
  signature_missing: ['conflict', 'A hand-over needs a signature'],
  photo_missing: ['conflict', 'A hand-over needs a photo'],
  code_and_signature_missing: ['conflict', `A hand-over needs a code and a signature${hint}`],
  code_and_photo_missing: ['conflict', `A hand-over needs a code and a photo${hint}`],
  signature_and_photo_missing: ['conflict', 'A hand-over needs a signature and a photo'],
  code_and_signature_and_photo_missing: [
    'conflict',
    `A hand-over needs a code and a signature and a photo${hint}`,
  ],
  handover_code_wrong: ['bad_request', 'This code is wrong, used or expired, or was replaced by a newer one'],
  handover_code_guesses_used_up: [
    'too_many_requests',
    'Five guesses at this code were made; send a new one (POST /api/v1/shipments/{id}/handover-code)',
  ],
  photo_not_ready: ['conflict', 'Photo {photo_id} is {photo_status}; send the hand-over when it is ready'],
  nothing_handed_over: [
    'conflict',
    'Nothing of this shipment was handed over yet (POST /api/v1/shipments/{id}/handovers)',
  ],
  proof_required: [
    'conflict',
    'This company’s settings require proof of delivery: hand over by POST /api/v1/shipments/{id}/handovers; a manager may give a `reason` instead',
  ],
})
