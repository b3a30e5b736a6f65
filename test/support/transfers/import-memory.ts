import { readFileSync } from 'node:fs'
import { workOnImport } from '../../../shared/transfers/import.ts'
import { companyInMemory } from './company.ts'
import { storeOfParent } from './remote-store.ts'

// Imports the file that is named, in one turn, into the table of the parent process, and sends it the import's counts and the
// largest memory of this process, in MB.
const [, , file = ''] = process.argv
const { upload, workOn, bucket: files, clock } = await companyInMemory(storeOfParent())
const id = await upload(readFileSync(file, 'utf8'))
const turn = { files, clock, isTimeLeft: () => true, nextRow: async () => undefined }
const { status, imported } = (await workOnImport(workOn(), id, turn)) ?? {}
process.send?.({ status, imported, megabytes: process.resourceUsage().maxRSS / 1024 })
process.disconnect()
