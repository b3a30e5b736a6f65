import { existsSync, readFileSync } from 'node:fs'

/** The values of a file with one JSON text a line. A line that is being written has no end yet, and is left out. */
export const readJsonLines = (file: string): any[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line))
    : []
