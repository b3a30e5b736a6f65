import { refusals } from '../../core/errors.ts'

/** Refusals about live connections. */
export const refused = refusals({
  ticket_of_other_user: ['forbidden', 'The ticket is of another user or role; open another connection with it'],
  ticket_not_usable_again: ['unauthenticated', 'The ticket was used before'],
  ticket_used: ['conflict', 'The ticket was used before'],
  connection_has_most_channels: ['conflict', 'A connection has at most {max} channels'],
})
