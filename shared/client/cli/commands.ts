import type { Command } from './command.ts'
import { book } from './commands/book.ts'
import { label } from './commands/label.ts'
import { listen } from './commands/listen.ts'
import { pack } from './commands/pack.ts'
import { scan } from './commands/scan.ts'
import { signIn, signOut } from './commands/sign-in.ts'
import { list, show } from './commands/shipments.ts'
import { track } from './commands/track.ts'

/** The commands, in the order of the help. */
export const commands: readonly Command[] = [
  signIn,
  book,
  pack,
  list,
  show,
  label,
  scan,
  track,
  listen,
  signOut,
]
