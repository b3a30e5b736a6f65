import { agendaBetween } from '../../shared/db/stores/agenda.ts'
import type { TableRights } from '../../shared/db/rights.ts'
import { removalGroup } from '../../shared/domain/couriers/removal-agenda.ts'
import { flightsToPoll } from '../../shared/domain/flights/polling.ts'
import { watchMessages } from '../../shared/domain/flights/watch-messages.ts'
import { flightDataProvider } from '../../shared/flight-data/index.ts'
import { send, type Message } from '../../shared/messaging/queue.ts'
import type { QueueName } from '../../shared/config/queues.ts'
import { job } from '../../shared/runtime/job.ts'
import type { Runtime } from '../../shared/runtime/runtime.ts'
import type { SecretName } from '../../shared/config/secrets.ts'

export const secrets: readonly SecretName[] = ['flightdata']
export const table: TableRights = { agenda: ['Query'] }
export const queues: readonly QueueName[] = ['flights']

/** Queues the flights of all tenants that depart or arrive about now, by number and day. Runs on a schedule. */
export const handler = job(async (given): Promise<void> => {
  await send(given, 'flights', await messagesOfRun(given))
})

/** The messages of a run; none if no flight-data provider is configured. */
export async function messagesOfRun(given: Runtime): Promise<Message[]> {
  if (!(await given.secret('flightdata', flightDataProvider))) return []
  const now = given.clock()
  const [from, to] = [now.getTime() - flightsToPoll.before, now.getTime() + flightsToPoll.ahead]
  const entries = (await agendaBetween(given.store, from, to)).filter(({ group }) => group !== removalGroup)
  const messages = watchMessages(entries, now)
  given.log.info('flights', { flights: entries.length, groups: messages.length })
  return messages
}
