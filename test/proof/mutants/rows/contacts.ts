import type { Mutant } from '../mutant.ts'

const tests = ['test/api/shipments/address-book.test.ts']

/** Bugs in contacts, and in bookings with them. */
export const contactsMutants: readonly Mutant[] = [
  {
    file: 'shared/domain/contacts/parties.ts',
    tests,
    about: 'of a booking with two contacts the language is the sender’s',
    from: 'recipient?.language ?? sender?.language',
    to: 'sender?.language ?? recipient?.language',
    by: 'the language is the recipient’s',
  },
  {
    file: 'shared/domain/contacts/parties.ts',
    tests,
    about: 'a contact without a phone number is booked without one',
    from: "named[field].trim() === ''",
    to: 'named[field] === undefined',
    by: 'needs a name and a phone number',
  },
  {
    file: 'shared/domain/contacts/contacts.ts',
    tests,
    about: 'a changed contact is not found by its new name',
    from: 'from: searchedOf(current), to: searchedOf(record)',
    to: 'from: searchedOf(current), to: searchedOf(current)',
    by: 'found by words and phone numbers',
  },
  {
    file: 'shared/domain/search/find.ts',
    tests,
    about: 'what is found by a phone number is listed oldest first',
    from: 'newestFirst: true,',
    to: 'newestFirst: false,',
    by: 'found by words and phone numbers',
  },
]
