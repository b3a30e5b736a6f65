import { refusals } from '../../core/errors.ts'

/** Refusals about notices. */
export const refused = refusals({
  company_not_verified: [
    'email_not_verified',
    'Nobody gets e-mails of the company until one of its managers has verified their own address: POST /auth/email/send-verification',
  ],
  notices_sent_again_too_often: [
    'too_many_requests',
    'The notices of a shipment are sent again three times a day at most',
  ],
  no_notice_to_send: [
    'conflict',
    'There is no notice of {shipment_status} to send: no address, or the settings have none',
  ],
  address_gets_no_notices: ['conflict', 'The address gets no notices: {suppression}'],
})
