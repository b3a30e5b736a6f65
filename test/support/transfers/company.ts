import { randomUUID } from 'node:crypto'
import { transact } from '../../../shared/db/commit.ts'
import { mintGrant } from '../../../shared/db/grant.ts'
import type { Store } from '../../../shared/db/store.ts'
import type { TenantWork } from '../../../shared/domain/kernel/context.ts'
import { shipments, type ShipmentRecord } from '../../../shared/domain/shipments/record.ts'
import { exports, type ExportRecord } from '../../../shared/domain/transfers/export-record.ts'
import { errorsKey, uploadKey, type TransferFiles } from '../../../shared/domain/transfers/files.ts'
import { imports, type ImportRecord } from '../../../shared/domain/transfers/import-record.ts'
import { expiryAfter } from '../../../shared/db/entity.ts'
import { keptDays } from '../../../shared/domain/transfers/record.ts'
import { users, type UserRecord } from '../../../shared/domain/users/record.ts'
import { memoryStore } from '../in-process/memory-store.ts'
import { tableOn } from '../in-process/table.ts'

/** Files in memory. */
function memoryFiles() {
  const files = new Map<string, Uint8Array>()
  const store: TransferFiles = {
    uploadForm: async () => ({ url: '', fields: {} }),
    address: async (key) => key,
    read: async (key) => files.get(key),
    write: async (key, content) => void files.set(key, Buffer.from(content)),
    remove: async (key) => void files.delete(key),
  }
  return { files, store }
}

const ofImport: Omit<ImportRecord, keyof ExportRecord> = {
  dry_run: false,
  mapping: {},
  imported: 0,
  failed: 0,
  position: 0,
  encoding: null,
  delimiter: null,
  ignored_columns: [],
}
const ofExport: Omit<ExportRecord, keyof ImportRecord> = { filters: {}, format: 'csv', bytes: null, parts: 0 }

/** A company in memory, whose manager imports and exports, and what a worker has. */
export async function companyInMemory(store: Store = memoryStore()) {
  const { files, store: bucket } = memoryFiles()
  const now = new Date('2026-11-23T09:20:00.000Z')
  const grant = mintGrant(randomUUID())
  const { tenantId: tenant_id } = grant
  const [user_id, company_id] = [randomUUID(), randomUUID()]
  const table = tableOn(store, grant)
  const user: UserRecord = {
    id: user_id,
    email: 'anna@example.com',
    is_active: true,
    email_verified: true,
    tenant_id,
    company_id,
    epoch: 1,
    created_at: now.toISOString(),
    version: 1,
    role: 'manager',
  }
  await store.commit([table.create(users, user)])
  const stored = (): Omit<ImportRecord & ExportRecord, keyof typeof ofImport | keyof typeof ofExport> => ({
    id: randomUUID(),
    kind: 'shipments',
    status: 'WAITING',
    reason: null,
    created_by: user_id,
    rows: 0,
    created_at: now.toISOString(),
    finished_at: null,
    expires_at: expiryAfter(keptDays, now),
    version: 1,
    creator: { user_id, company_id, role: 'manager' },
  })
  /** The work of a worker whose transactions go to `to`. */
  const workOn = (to: Store = store) =>
    ({
      now,
      newId: () => randomUUID(),
      actor: { tenant_id },
      table: tableOn(to, grant),
      secret: async (_name, make) => make({ 1: 'a key' } as never, {} as never),
      transact: (decide) => transact(to, decide),
    }) as Partial<TenantWork> as TenantWork
  return {
    store,
    files,
    bucket,
    workOn,
    clock: () => now,
    /** Creates an import whose file has arrived. */
    async upload(file: string | Uint8Array, fields: Partial<ImportRecord> = {}) {
      const record: ImportRecord = { ...stored(), ...ofImport, ...fields }
      await store.commit([table.create(imports, record)])
      files.set(uploadKey(tenant_id, record.id), Buffer.from(file))
      return record.id
    },
    async request(fields: Partial<ExportRecord> = {}) {
      const record: ExportRecord = { ...stored(), ...ofExport, ...fields }
      await store.commit([table.create(exports, record)])
      return record.id
    },
    changeUser: (change: Partial<UserRecord>) => store.commit([table.put(users, { ...user, ...change })]),
    errorsOf: (id: string) => files.get(errorsKey(tenant_id, id)),
    shipments: async (): Promise<readonly ShipmentRecord[]> =>
      table.listAll(shipments, { index: 'gsi1', partition: 'SHIP', limit: 100_000 }),
  }
}
export type MemoryCompany = Awaited<ReturnType<typeof companyInMemory>>

/** A store that a worker sees until it dies: with the transaction after `commits`, which is sent or not. */
export function dyingStore(store: Store, commits: number, isSent: boolean): Store {
  let left = commits
  return {
    ...store,
    async commit(...args) {
      if (left-- > 0) return store.commit(...args)
      if (left === -1 && isSent) await store.commit(...args)
      throw new Error('the function was killed')
    },
  }
}
