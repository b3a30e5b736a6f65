import { getCountries } from 'libphonenumber-js'

/** The countries whose phone numbers the service knows (shared/domain/search/spellings.ts), by their two letters. */
export default getCountries()
