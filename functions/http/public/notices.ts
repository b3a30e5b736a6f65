import type { SecretName } from '../../../shared/config/secrets.ts'
import type { TableRights } from '../../../shared/db/rights.ts'
import {
  NoticeChoice,
  readChoice,
  readStopPage,
  startNotices,
  stopNotices,
  StopPage,
} from '../../../shared/domain/notices/stop.ts'
import { lambda } from '../../../shared/http/pipeline.ts'
import { publicRoute } from '../../../shared/http/routing/route.ts'

export const secrets: readonly SecretName[] = ['sealing']
export const table: TableRights = { tenant: ['GetItem', 'PutItem', 'DeleteItem'] }

// Without a limit: mail providers send the one-click requests of many readers from few addresses.
export const routes = [
  publicRoute('GET /api/v1/notices/{notice_token}', {
    operationId: 'readNoticeChoice',
    summary: 'Read whether notices to an address are stopped',
    description: 'For the page on which a reader stops or starts them.',
    example: { stopped: false },
    reply: NoticeChoice,
    read: ({ ctx, params }) => readChoice(ctx, params.notice_token),
  }),
  publicRoute('GET /api/v1/notices/{notice_token}/stop', {
    operationId: 'openStopPage',
    summary: 'Open the page on which the reader of a notice stops them',
    description:
      'Changes nothing: mail programs and virus scanners open links by themselves. Redirects to the tracking page, which has a button to stop.',
    reply: StopPage,
    status: 303,
    location: '{url}',
    read: ({ ctx, params }) => readStopPage(ctx, params.notice_token),
  }),
  publicRoute('POST /api/v1/notices/{notice_token}/stop', {
    operationId: 'stopNotices',
    summary: 'Stop the notices to an address',
    description:
      'The one-click stop of mail programs (RFC 8058); a body is ignored. The company sends no notices to the address any more, of any shipment. The token is that of the e-mail’s List-Unsubscribe header and does not expire. May be repeated.',
    example: { stopped: true },
    reply: NoticeChoice,
    decide: ({ ctx, params }) => stopNotices(ctx, params.notice_token),
  }),
  publicRoute('POST /api/v1/notices/{notice_token}/start', {
    operationId: 'startNotices',
    summary: 'Start the notices to an address again',
    description:
      'Undoes a stop. `stopped` stays true for an address that could not be reached or has reported a notice as spam.',
    example: { stopped: false },
    reply: NoticeChoice,
    decide: ({ ctx, params }) => startNotices(ctx, params.notice_token),
  }),
]

export const handler = lambda(routes)
