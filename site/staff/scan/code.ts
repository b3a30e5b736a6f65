/** The words of printed command cards. */
export const commands = ['SEAL', 'UNDO', 'NEXT'] as const
export type Command = (typeof commands)[number]

/** A scanned text as the API takes it: a printed code may have been typed in small letters; a QR code's content is as it is. */
export const codeOf = (text: string) => (text.startsWith('{') ? text : text.toUpperCase())
