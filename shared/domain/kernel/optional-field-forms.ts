import type { AcceptedForms } from './accepted-forms.ts'

const warned = (given: string, stored: string, warning: string) => ({ given, stored, note: warning })
const refused = (given: string, field: string, reason: string) => ({ given, refused: reason, note: field })

export const optionalFieldForms: AcceptedForms = {
  title: 'Optional fields of what phones send',
  text: 'Scans (`POST /scans`, `/scan-event`, `/scan-events/batch`), finds and hand-overs are stored without an optional field that cannot be used, and with the beginning of a text that is too long, in whole characters and without spaces around it. The answer names the field in `warnings`, as the note shows. Required fields, times, and the signature, photos and code of a hand-over are refused if they cannot be used, since something else would be stored, or less proof. `a × 1001` stands for that many letters.',
  forms: [
    { given: '{"location_accuracy":8}', stored: '{"location_accuracy":8}' },
    warned('{"location_accuracy":-1}', '{}', 'location_accuracy: At least 0'),
    warned('{"latitude":90.1,"longitude":44.8}', '{"longitude":44.8}', 'latitude: At most 90'),
    warned('{"app_version":"a × 101"}', '{}', 'app_version: At most 100 characters'),
    { given: '{"photo_url":null}', stored: '{}' },
    warned('{"photo_url":"http://photos.example/1.jpg"}', '{}', 'photo_url: A URL that begins with https://'),
    warned('{"evidence":["dented"]}', '{}', 'evidence: Invalid input: expected object, received array'),
    warned(
      '{"evidence":{"actor_id":"Nino","notes":"dented"}}',
      '{"evidence":{"notes":"dented"}}',
      'evidence.actor_id: Invalid GUID',
    ),
    warned(
      '{"evidence":{"notes":"a × 1001"}}',
      '{"evidence":{"notes":"a × 1000"}}',
      'evidence.notes: At most 1000 characters; the rest is left out',
    ),
    warned(
      '{"evidence":{"notes":"nul\\u0000"}}',
      '{"evidence":{}}',
      'evidence.notes: The text has the control character U+0000, which cannot be seen: remove it',
    ),
    warned(
      '{"note":"🛫 × 1001"}',
      '{"note":"🛫 × 1000"}',
      'note: At most 1000 characters; the rest is left out',
    ),
    warned('{"note":7}', '{"note":""}', 'note: Invalid input: expected string, received number'),
    warned(
      '{"received_by":"a × 201"}',
      '{"received_by":"a × 200"}',
      'received_by: At most 200 characters; the rest is left out',
    ),
    warned(
      '{"received_by":"Nino","warehouse_id":"TBS-1"}',
      '{"received_by":"Nino"}',
      'warehouse_id: Invalid GUID',
    ),
    refused('{"received_by":""}', 'received_by', 'Must not be empty'),
    refused('{"received_by":"  × 201"}', 'received_by', 'Must not be empty'),
    refused(
      '{"received_by":"Nino","signature":{"width":300,"height":120,"path":"M1 2"}}',
      'signature.path',
      'Strokes as `M10 20L30 40`: absolute moves and lines between whole pixels',
    ),
    refused('{"received_by":"Nino","photo_ids":["1.jpg"]}', 'photo_ids.0', 'Invalid GUID'),
    refused('{"received_by":"Nino","occurred_at":"yesterday"}', 'occurred_at', 'A time in ISO 8601'),
  ],
}
