import type { OperationTexts } from './operation.ts'

export const notices: OperationTexts = {
  'GET /api/v1/notices/{notice_token}/stop': {
    description:
      'Changes nothing: mail programs and virus scanners open links by themselves. Redirects to the tracking page, which has a button to stop.',
  },
  'POST /api/v1/notices/{notice_token}/stop': {
    description:
      'The one-click stop of mail programs (RFC 8058); a body is ignored. The company sends no notices to the address any more, of any shipment. The token is that of the e-mail’s List-Unsubscribe header and does not expire. May be repeated.',
    example: { stopped: true },
  },
  'POST /api/v1/notices/{notice_token}/start': {
    description:
      'Undoes a stop. `stopped` stays true for an address that could not be reached or has reported a notice as spam.',
    example: { stopped: false },
  },
}
