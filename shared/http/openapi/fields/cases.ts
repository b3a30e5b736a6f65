import { field, type Fields } from './field.ts'
import { ids } from '../example-ids.ts'

export const cases: Fields = {
  case_id: field('The case’s id', ids.case),
  'Case.id': field('The case’s id', ids.case),
  kind: field('What kind of case it is', 'DAMAGE'),
  'Case.code': field(
    'The event type of the scan that opened it, MISSING by an unloading, otherwise its kind',
    'DAMAGE',
  ),
  'Case.status': field('Whether it is still to be settled', 'OPEN'),
  'CaseChange.status': field('RESOLVED settles it, OPEN takes it up again', 'RESOLVED'),
  'Case.note': field('What people should know; may be empty', 'Corner dented, contents dry'),
  'NewCase.note': field('What people should know', 'Corner dented, contents dry'),
  'CaseChange.note': field('What people should know', 'Repacked'),
  'Case.package_ids': field('The packages that it is about', [ids.package]),
  'NewCase.package_ids': field('Up to 30 packages that it is about', [ids.package]),
  assignee_id: field('The user who is to settle it, or null', null),
  due_at: field('Until when, or null', '2026-12-01T12:00:00.000Z'),
  opened_by: field('Who opened it; null if the service did', ids.user),
  resolved_by: field('Who resolved it, or null', null),
  resolved_at: field('When, or null', null),
  'query.package_id': field('Returns only open cases of this package', ids.package),
  'query.kind': field('Returns only cases of this kind', 'HOLD'),
  'query.assignee_id': field('Returns only cases of this assignee', ids.user),
}
