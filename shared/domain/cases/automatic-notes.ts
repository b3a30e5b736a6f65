/** The notes of cases that an unloading opens, which pages show in the language of their user, as the one below. */
export const automaticNotes = {
  notFound: 'Not found when its bag was unloaded',
  sealBroken: 'The seal of its bag was not intact',
} as const

/** The note of the case of a hand-over without a confirmed code. */
export const unconfirmedNote = (received_by: string) => `Handed over to ${received_by} without a confirmed code`

/** The same after the delivery of a package was taken back. */
export const takenBackNote = (note: string, qr_code: string) => `${note}; taken back: ${qr_code}`
