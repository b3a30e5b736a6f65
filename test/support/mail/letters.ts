import { randomUUID } from 'node:crypto'
import { mintGrant } from '../../../shared/db/grant.ts'
import { prepareNotice } from '../../../shared/domain/notices/deliver.ts'
import { NewShipment } from '../../../shared/domain/shipments/record.ts'
import { tenantJobContext } from '../../../shared/runtime/tenant-job.ts'
import { exampleOf, password } from '../api/tenant.ts'
import type { inProcess } from '../in-process/service.ts'
import { verifyAddress } from './codes.ts'

/** A company that sends a notice of each booking, and functions that book and send what the stream would. */
export async function companyThatWrites(
  service: ReturnType<typeof inProcess>,
  { verified = true }: { verified?: boolean } = {},
) {
  const account = { email: `letters-${randomUUID()}@example.com`, password, tenant_name: 'Swift Couriers' }
  const registered = (await service.call('POST /api/v1/auth/register', { body: account })).body
  const tokens = { token: registered.access_token as string }
  const verify = () => verifyAddress(service, { ...account, access_token: tokens.token })
  if (verified) await verify()
  const call = (key: string, body?: object) => service.call(key, { ...tokens, ...(body && { body }) })
  await call('PUT /api/v1/settings', { notices: { statuses: ['RECEIVED'] } })
  const { tenant_id } = registered.user
  const work = () => tenantJobContext(service.runtime, mintGrant(tenant_id), service.runtime.clock())
  /** Books, and returns the letter of the booking, or why there is none. */
  const writes = async (recipient_email: string, fields: object = {}) => {
    const body = { ...exampleOf(NewShipment), recipient_email, ...fields }
    const { id } = (await call('POST /api/v1/shipments', body)).body
    const list = async () => (await call(`GET /api/v1/shipments/${id}/notices`)).body
    const email = await prepareNotice(work(), (await list())[0])
    return email ?? (await list())[0].reason
  }
  return {
    call,
    verify,
    work,
    writes,
    login: async () => {
      const { body } = await service.call('POST /api/v1/auth/login', { body: account })
      tokens.token = body.access_token
    },
  }
}
