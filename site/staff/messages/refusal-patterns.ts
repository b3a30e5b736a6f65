/**
 * The API's texts without a reason that mean something else for staff, with the name of that text: faults of a 422, what a scan
 * answers, and problems of an imported file. Named groups of a pattern stand in the text of that name.
 */
export const refusals = [
  [/^Shipment \S+ has this reference/, 'reference'],
  [/^The file has no column /, 'columns'],
  [/^This label was not signed by the service/, 'forged'],
  [/^This label is of another company/, 'otherCompany'],
  [/^The package or bag of this label does not exist/, 'noRecord'],
  [/^This code is not that of a label/, 'noLabel'],
  [/^The text has the control character (?<code>\S+),/, 'controlCharacter'],
  [/^The text has (?<code>\S+), which is no character/, 'noCharacter'],
  [/^Letters were lost where the text has/, 'lostInText'],
  [/^Must not be blank/, 'blank'],
  [/^(Password must have at least 8|The password (repeats|is|must)|This password is)/, 'weakPassword'],
  [/^Letters are sent to addresses with ASCII .* has (?<letter>\S+) there$/, 'asciiAddress'],
  [/At most 30 days ago, .*not in the future/, 'clock'],
] as const satisfies readonly (readonly [pattern: RegExp, name: string])[]
