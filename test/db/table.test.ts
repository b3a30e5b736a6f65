import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { equals } from '../../shared/db/conditions.ts'
import { directory } from '../../shared/db/stores/directory.ts'
import { mintGrant } from '../../shared/db/grant.ts'
import type { Store } from '../../shared/db/store.ts'
import { entity } from '../../shared/db/entity.ts'
import type { TenantTable } from '../../shared/db/table.ts'
import { tableOn } from '../support/in-process/table.ts'
import { Refusal } from '../../shared/core/errors.ts'
import { memoryStore } from '../support/in-process/memory-store.ts'

const Note = z.object({ id: z.string(), text: z.string(), version: z.int() })
const notes = entity({
  noun: 'Notice',
  schema: Note,
  fields: {},
  ref: Note.pick({ id: true }),
  key: ({ id }) => ({ pk: `NOTE#${id}`, sk: 'NOTE' }),
})
const note = { id: 'a', text: 'one', version: 1 }

let store: Store
let mine: TenantTable
let theirs: TenantTable
beforeEach(async () => {
  store = memoryStore()
  ;[mine, theirs] = [randomUUID(), randomUUID()].map((id) => tableOn(store, mintGrant(id))) as [
    TenantTable,
    TenantTable,
  ]
  await store.commit([mine.create(notes, note)])
})

test('a record is visible only to its tenant', async () => {
  expect(await theirs.find(notes, note)).toBeUndefined()
  expect(await store.commit([theirs.create(notes, { ...note, text: 'another' })])).toBe('done')
  expect(await mine.get(notes, note)).toEqual(note)
})

test('a new record never overwrites an existing one', async () => {
  expect(await store.commit([mine.create(notes, { ...note, text: 'two' })])).toBe('stale')
  expect(await mine.get(notes, note)).toEqual(note)
})

test('an update or deletion requires the version that was read', async () => {
  const { write, record } = mine.updateVersion(notes, note, { text: 'two' })
  expect(await store.commit([write])).toBe('done')
  expect(await store.commit([write])).toBe('stale')
  expect(await store.commit([mine.remove(notes, note)])).toBe('stale')
  expect(await store.commit([mine.remove(notes, record)])).toBe('done')
})

test('a failed condition check cancels the other writes of its transaction', async () => {
  const other = mine.create(notes, { ...note, id: 'b' })
  expect(await store.commit([mine.conditionCheck(notes, note, equals('text', 'two')), other])).toBe('stale')
  expect(await mine.find(notes, { id: 'b' })).toBeUndefined()
  expect(await store.commit([mine.conditionCheck(notes, note, equals('text', 'one')), other])).toBe('done')
})

test('a directory entry keeps its first reference, and only its tenant can delete it', async () => {
  const reference = async () => (await directory(store).find('tracking', 'TRK-1'))?.ref
  await store.commit([mine.putDirectoryEntry('tracking', 'TRK-1', 'a')])
  const taken = new Refusal({ code: 'bad_request', reason: 'taken', message: 'taken' })
  await expect(store.commit([theirs.putDirectoryEntry('tracking', 'TRK-1', 'b', taken)])).rejects.toBe(taken)
  expect(await mine.findDirectoryEntry('tracking', 'TRK-1')).toBe('a')
  expect(await theirs.findDirectoryEntry('tracking', 'TRK-1')).toBeUndefined()
  expect(await store.commit([theirs.deleteDirectoryEntry('tracking', 'TRK-1')])).toBe('stale')
  expect(await reference()).toBe('a')
  expect(await store.commit([mine.deleteDirectoryEntry('tracking', 'TRK-1')])).toBe('done')
  expect(await reference()).toBeUndefined()
})

test('a directory entry is replaced only if it still has the reference that was read', async () => {
  await store.commit([mine.putDirectoryEntry('identity', 'somebody', 'a')])
  expect(await store.commit([theirs.replaceDirectoryEntry('identity', 'somebody', 'b', undefined)])).toBe(
    'stale',
  )
  expect(await store.commit([theirs.replaceDirectoryEntry('identity', 'somebody', 'b', 'c')])).toBe('stale')
  expect(await store.commit([theirs.replaceDirectoryEntry('identity', 'somebody', 'b', 'a')])).toBe('done')
})
