import { api } from '../../../staff/api/client.ts'
import { selected, useList } from '../../../staff/api/read.ts'

/** The webhooks of the company. */
export const useWebhooks = (enabled = true) =>
  useList(['webhooks'], (page) => api.GET('/api/v1/webhooks', { params: { query: { limit: 200, ...page } } }), {
    isWhole: true,
    enabled,
  })

/** The webhooks that the service has disabled. */
export const useFailingWebhooks = (enabled = true) =>
  selected([useWebhooks(enabled)], ({ disabled_reason }) => disabled_reason !== null)
