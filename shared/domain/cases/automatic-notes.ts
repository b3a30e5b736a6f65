/** The notes of cases that an unloading opens, which pages show in the language of their user. */
export const automaticNotes = {
  notFound: 'Not found when its bag was unloaded',
  sealBroken: 'The seal of its bag was not intact',
} as const
