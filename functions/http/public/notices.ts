import type { SecretName } from '../../../shared/config/secrets.ts'
import type { TableRights } from '../../../shared/db/rights.ts'
import {
  NoticeChoice,
  readStopPage,
  startNotices,
  stopNotices,
  StopPage,
} from '../../../shared/domain/notices/stop.ts'
import { lambda } from '../../../shared/http/lambda.ts'
import { publicRoute } from '../../../shared/http/routing/route.ts'

export const secrets: readonly SecretName[] = ['sealing']
export const table: TableRights = { tenant: ['GetItem', 'PutItem', 'DeleteItem'] }

// Without a limit: mail providers send the one-click requests of many readers from few addresses.
export const routes = [
  publicRoute('GET /api/v1/notices/{notice_token}/stop', {
    operationId: 'openStopPage',
    summary: 'Open the page on which the reader of a notice stops them',
    reply: StopPage,
    status: 303,
    location: '{url}',
    read: ({ ctx, params }) => readStopPage(ctx, params.notice_token),
  }),
  publicRoute('POST /api/v1/notices/{notice_token}/stop', {
    operationId: 'stopNotices',
    summary: 'Stop the notices to an address',
    reply: NoticeChoice,
    decide: ({ ctx, params }) => stopNotices(ctx, params.notice_token),
  }),
  publicRoute('POST /api/v1/notices/{notice_token}/start', {
    operationId: 'startNotices',
    summary: 'Start the notices to an address again',
    reply: NoticeChoice,
    decide: ({ ctx, params }) => startNotices(ctx, params.notice_token),
  }),
]

export const handler = lambda(routes)
