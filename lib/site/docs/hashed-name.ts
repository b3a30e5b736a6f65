import { createHash } from 'node:crypto'

/** The name of a JSON file that browsers may cache for ever, as lib/stacks/edge/site.ts recognises it. */
export const hashedName = (name: string, text: string): string =>
  `${name}-${createHash('sha256').update(text).digest('hex').slice(0, 8).toUpperCase()}.json`
