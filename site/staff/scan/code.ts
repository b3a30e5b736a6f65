/** The words of printed command cards. */
export const commands = ['SEAL', 'UNDO', 'NEXT'] as const
export type Command = (typeof commands)[number]

/** A scanned text as the API takes it: a printed code may have been typed in small letters; a QR code's content is as it is. */
export const codeOf = (text: string) => (text.startsWith('{') ? text : text.toUpperCase())

/** The status that packing one package would have, by the error code of its refusal among others. */
export const refusalStatus = { bad_request: 400, not_found: 404, conflict: 409 } as const
