import { SqsError } from './error.ts'

const maxEntries = 10

/** An error of a whole batch. */
export const batchError = (name: string, message: string) =>
  new SqsError(name, message, `AWS.SimpleQueueService.${name}`)

/**
 * Runs `work` for each entry of a batch (SQS API reference, "SendMessageBatch"). Entries for which it throws SqsError
 * are in `Failed`. Throws SqsError for an invalid batch.
 */
export function attempt<Entry extends { Id: string }, Result>(
  entries: readonly Entry[],
  work: (entry: Entry) => Result,
) {
  if (entries.length === 0) throw batchError('EmptyBatchRequest', 'There should be at least one entry.')
  if (entries.length > maxEntries)
    throw batchError('TooManyEntriesInBatchRequest', `Maximum number of entries per request are ${maxEntries}.`)
  if (new Set(entries.map(({ Id }) => Id)).size < entries.length)
    throw batchError('BatchEntryIdsNotDistinct', 'Two or more batch entries have the same Id.')
  const failed: object[] = []
  const results = entries.flatMap((entry) => {
    try {
      return [{ Id: entry.Id, result: work(entry) }]
    } catch (error) {
      if (!(error instanceof SqsError) || error.status === 501) throw error
      failed.push({ Id: entry.Id, SenderFault: true, Code: error.code, Message: error.message })
      return []
    }
  })
  return { results, failed }
}
