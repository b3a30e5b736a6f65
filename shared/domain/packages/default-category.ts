/** The category of packages that are given none. */
export const defaultCategory = 'general'
