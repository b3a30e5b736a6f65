import type { OperationTexts } from './operation.ts'

export const handovers: OperationTexts = {
  'POST /api/v1/shipments/{id}/handovers': {
    description:
      'Needs the proofs that the company’s settings require; the packages become DELIVERED, and the shipment with its last one. Sent again with the same `handover_id`, it gets the same response. A wrong code is a 400, and counts: after five guesses a new code has to be sent (429). A phone without a connection sends `offline` later, with signature and photo in place of a code; a code that turns out wrong, or was not given, opens a CLAIM case then.',
    example: { code_check: 'CONFIRMED', shipment_status: 'DELIVERED', photos: [] },
  },
  'POST /api/v1/shipments/{id}/handover-code': {
    description:
      'Sends an e-mail with a code of six digits in the shipment’s language. It works for 24 hours, once, for five guesses, and replaces the one before. Once a minute and ten times a day.',
  },
  'GET /api/v1/shipments/{id}/proof': {
    description:
      '409 while nothing is handed over. A PDF contains up to 3.5 MB of photos, JPEG and PNG; JSON has addresses of all of them, good for an hour.',
  },
}
