import { field, type Fields } from './field.ts'
import { ids } from '../example-ids.ts'

const ofUnloading: Fields = {
  id: field('The unloading’s id', ids.unloading),
  status: field('Whether it goes on', 'OPEN'),
  opened_by: field('Who opened it', ids.user),
  created_at: field('When it was opened', '2026-11-24T19:00:00.000Z'),
  closed_by: field('Who closed it, or null', null),
  closed_at: field('When, or null', null),
}
const of = (schema: string, named: Fields): Fields =>
  Object.fromEntries(Object.entries(named).map(([name, value]) => [`${schema}.${name}`, value]))

export const unloading: Fields = {
  unloading_id: field('The unloading’s id', ids.unloading),
  ...of('UnloadingSummary', ofUnloading),
  ...of('Unloading', ofUnloading),
  seal_intact: field('Whether the seal of the bag was intact; null if unknown', true),
  'NewUnloading.seal_intact': field('Whether the seal of the bag is intact', true),
  'NewUnloading.bag_id': field('The bag', ids.bag),
  ...of('Unloading', {
    expected: field('The packages that the bag held when it was opened', [ids.package]),
    found: field('Those of them that were found, or were scanned since', [ids.package]),
    missing: field('Those of them that are still sought', []),
    excess: field('Packages that were found and not expected', []),
    misrouted: field('Packages that were found and travel in another bag', []),
    damaged: field('Packages that were found damaged', []),
  }),
  counts: field('How many packages each list has'),
  ...of('UnloadingCounts', {
    expected: field('How many were expected', 1),
    found: field('How many of them were found', 1),
    missing: field('How many of them are missing', 0),
    excess: field('How many were not expected', 0),
    misrouted: field('How many travel in another bag', 0),
    damaged: field('How many were found damaged', 0),
  }),
  finds: field('The finds, in the order in which they were made'),
  'Find.find_id': field('The id that the phone chose for the find, a UUID', ids.scan),
  'Find.qr_code': field('The code below the QR code, or all of the QR code’s content', 'PKG-7K2M9QX4TB'),
  condition: field('The condition of the package', 'OK'),
  'Find.note': field('A remark', 'Corner dented'),
  'FindAnswer.find_id': field('The id that the phone chose for the find', ids.scan),
  'FindAnswer.status': field('The status that a request with this find alone would get', 200),
  'FindAnswer.body': field('What the find did, or an error'),
  outcome: field('FOUND: was expected. EXCESS: was not. MISROUTED: travels in another bag', 'FOUND'),
  counted: field('Whether it is the first find of the package in this unloading', true),
  'FindResult.status': field('The package’s status after the find', 'ARRIVED'),
  'FindResult.status_applied': field('Whether the find changed that status', true),
}
