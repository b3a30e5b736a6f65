import { join } from 'node:path'
import { eventSourcesOf } from './event-source-mappings/event-sources.ts'
import { runQueues } from './event-source-mappings/queue-mappings.ts'
import { eventBus } from './eventbridge/rules.ts'
import { runSchedules, schedulesOf } from './eventbridge/schedules.ts'
import type { LambdaFunction } from './lambda/functions.ts'
import type { Prepared } from './prepare.ts'
import type { RunningServices } from './services.ts'

/** Starts the event sources of functions: S3 events, schedules, streams and queues. Throws StartupError. */
export async function runEventSources(
  parts: AsyncDisposableStack,
  { assembly, database, modules }: Prepared,
  { resolve, events, queues, s3 }: RunningServices,
  {
    functions,
    dataDir,
    report,
  }: {
    functions: readonly LambdaFunction[]
    dataDir: string
    report: (line: string) => void
  },
): Promise<void> {
  events.publish = eventBus(assembly, resolve, functions)
  s3.resendEvents()
  parts.use(runSchedules(schedulesOf(assembly, resolve), functions))
  const sources = eventSourcesOf(assembly, resolve)
  const positionsFile = join(dataDir, 'stream-positions.json')
  const to = { functions, queues, report }
  parts.use(await modules.streams.runStreams(sources.streams, { ...to, database, positionsFile }))
  parts.use(runQueues(sources.queues, to))
}
