import { withoutFaults } from '../in-process/context.ts'
import { inProcess } from '../in-process/service.ts'
import type { Tenant } from './tenant.ts'

/** A tenant whose requests bypass the chaos proxy: for what races prepare, and to read their outcome. */
export function withoutProxy(tenant: Tenant): Tenant {
  const { call } = inProcess(withoutFaults())
  return { ...tenant, send: (key, options) => call(key, { token: tenant.token, ...options }) }
}
