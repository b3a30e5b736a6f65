import { readFileSync } from 'node:fs'
import { workOnImport } from '../../../shared/transfers/import.ts'
import { companyInMemory } from './company.ts'

// Imports the file that is named, in one turn, and writes the import's counts and the largest memory of this process, in MB.
// The company's shipments are in that memory too.
const [, , file = ''] = process.argv
const { upload, workOn, bucket: files, clock } = await companyInMemory()
const id = await upload(readFileSync(file, 'utf8'))
const turn = { files, clock, isTimeLeft: () => true, nextRow: async () => undefined }
const { status, imported } = (await workOnImport(workOn(), id, turn)) ?? {}
console.log(JSON.stringify({ status, imported, megabytes: process.resourceUsage().maxRSS / 1024 }))
