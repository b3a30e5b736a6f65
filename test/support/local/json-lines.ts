import { existsSync, readFileSync } from 'node:fs'

/** The values of a file with one JSON text per line. Skips the last line if it is still being written. */
export const readJsonLines = (file: string): any[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line))
    : []
