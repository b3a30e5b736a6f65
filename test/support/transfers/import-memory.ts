import { existsSync, readFileSync } from 'node:fs'
import { workOnImport } from '../../../shared/transfers/import.ts'
import { companyInMemory } from './company.ts'
import { storeOfParent } from './remote-store.ts'

// Imports the file that is named, in one turn, into the table of the parent process, and sends it the import's counts and the
// largest memory of this process, in MB.
const [, , file = ''] = process.argv
/** In MB. Linux's `maxRSS` is at least that of the process that started this one (getrusage(2)); the peak of `status` is its own. */
function peakMemory(): number {
  const status = '/proc/self/status'
  if (!existsSync(status)) return process.resourceUsage().maxRSS / 1024
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8'))?.[1]) / 1024
}

const { upload, workOn, bucket: files, clock } = await companyInMemory(storeOfParent())
const id = await upload(readFileSync(file, 'utf8'))
const turn = { files, clock, isTimeLeft: () => true, nextRow: async () => undefined }
const { status, imported } = (await workOnImport(workOn(), id, turn)) ?? {}
process.send?.({ status, imported, megabytes: peakMemory() })
process.disconnect()
