import { createHash } from 'node:crypto'
import { parse } from 'node:path'

/** The name of a file that browsers may cache for ever, as lib/stacks/edge/site.ts recognises it: `a.json`, `a-1B2C3D4E.json`. */
export function hashedName(file: string, text: string): string {
  const { name, ext } = parse(file)
  return `${name}-${createHash('sha256').update(text).digest('hex').slice(0, 8).toUpperCase()}${ext}`
}
