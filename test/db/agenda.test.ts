import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { mintGrant } from '../../shared/db/grant.ts'
import { agendaBetween } from '../../shared/db/stores/agenda.ts'
import { memoryStore } from '../support/in-process/memory-store.ts'
import { tableOn } from '../support/in-process/table.ts'

const at = (time: string) => `2026-01-31T${time}:00.000Z`

test.each([
  ['09:10', '10:05', ['09:00', '09:59', '10:00', '10:59']],
  ['09:10', '09:50', ['09:00', '09:59']],
  ['09:00', '10:00', ['09:00', '09:59', '10:00', '10:59']],
  ['09:59', '10:00', ['09:00', '09:59', '10:00', '10:59']],
])('the agenda from %s to %s is that of all hours that they are in', async (from, to, found) => {
  const store = memoryStore()
  const table = tableOn(store, mintGrant(randomUUID()))
  await store.commit(
    ['08:59', '09:00', '09:59', '10:00', '10:59', '11:00'].map((time) =>
      table.putAgendaEntry({ from: at(time), until: at(time), ref: time, group: 'SU1#2026-01-31' }),
    ),
  )
  const entries = await agendaBetween(store, Date.parse(at(from)), Date.parse(at(to)))
  expect(entries.map(({ ref }) => ref).sort()).toEqual(found)
})
