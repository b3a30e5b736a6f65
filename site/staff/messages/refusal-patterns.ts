/** The API's texts that mean something else for staff, with the name of that text and the field that it is about. */
export const refusals = [
  [/^A hand-over needs .*a code/, 'needsCode', 'code'],
  [/^A hand-over needs [^;]*a signature/, 'needsSignature'],
  [/^A hand-over needs [^;]*a photo/, 'needsPhoto'],
  [/settings require proof of delivery/, 'needsProof'],
  [/^Nothing of this shipment was handed over/, 'noProof'],
  [/^This code is wrong, used/, 'wrongCode', 'code'],
  [/^Five guesses at this code/, 'guesses', 'code'],
  [/^The recipient has no e-mail address/, 'noEmail'],
  [/^The package is on hold/, 'onHold'],
  [/ packages on hold; take them out/, 'bagOnHold'],
  [/^A package has at most \d+ open cases/, 'manyCases'],
  [/^Shipment \S+ has this reference/, 'reference', 'reference'],
  [/^The shipment has no origin or destination/, 'noRoute'],
  [/^The file has no column /, 'columns'],
  [/^Verify your e-mail address first/, 'unverified'],
  [/^This label was not signed by the service/, 'forged'],
] as const satisfies readonly (readonly [pattern: RegExp, name: string, field?: string])[]
