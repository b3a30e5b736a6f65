import type { TransferFiles } from '../domain/transfers/files.ts'

/** A worker's tools for a part of a transfer. */
export interface Turn {
  files: TransferFiles
  /** The current time. */
  clock(): Date
  /** Whether there is time for another step. */
  isTimeLeft(): boolean
  /** Resolves when the next row may be imported. */
  nextRow(): Promise<void>
}
