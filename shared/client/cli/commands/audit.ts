import { verifyLog } from '../../audit.ts'
import { command, UsageError } from '../command.ts'

export const audit = command({
  name: 'audit',
  summary: 'Verifies that no entry of the audit log was changed or removed',
  argument: 'verify',
  options: {
    since: {
      value: 'HEAD',
      about: 'from a head that you kept, as number:hash; by default from the oldest one',
    },
  },
  async run({ client, argument, values, print }) {
    if (argument !== 'verify') throw new UsageError(`courier audit ${argument}: write courier audit verify`)
    const since = values.since === undefined ? undefined : headOf(values.since)
    const { faults, entries, head } = await verifyLog(client.pages, since)
    for (const fault of faults) print({ fault }, fault)
    const upTo = head ? ` up to ${head.closed_at}. Keep its head: ${head.number}:${head.hash}` : ''
    const verdict = faults.length === 0 ? 'No entry was changed or removed' : `Faults: ${faults.length}`
    const kept = head && { number: head.number, hash: head.hash }
    print({ faults: faults.length, entries, head: kept }, `${verdict}: ${entries} entries${upTo}`)
    return faults.length === 0 ? 0 : 1
  },
})

/** A head as `number:hash`. Throws UsageError. */
function headOf(text: string) {
  const [, number, hash = ''] = /^(\d+):([\w-]{43})$/.exec(text) ?? []
  if (number === undefined)
    throw new UsageError(`--since ${text}: write a head as number:hash, as GET /api/v1/audit/heads shows them`)
  return { number: Number(number), hash }
}
