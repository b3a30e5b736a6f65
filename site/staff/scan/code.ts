import { onlyMeaning } from '../../../shared/domain/kernel/scanned-text.ts'
import { scannedTextOf } from '../../../shared/domain/kernel/scanned-code.ts'

/** The words of printed command cards. */
export const commands = ['SEAL', 'UNDO', 'NEXT'] as const
export type Command = (typeof commands)[number]

/** The command of a printed card; undefined for another text. */
export const commandOf = (text: string): Command | undefined =>
  commands.find((one) => one === onlyMeaning(text, (reading) => reading.toUpperCase()))

/** A scanned text as labels have it; another text as it is, which the service refuses. */
export const codeOf = (text: string) => scannedTextOf(text) ?? text

/** The status that packing one package would have, by the error code of its refusal among others. */
export const refusalStatus = { bad_request: 400, not_found: 404, conflict: 409 } as const
