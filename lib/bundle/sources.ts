import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const read = (path: string) => readFileSync(path, 'utf8')

const below = (directory: string) =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((file) => join(directory, file))

/** The service's own sources, as one text. */
export const ours = () =>
  ['shared', 'functions']
    .flatMap((part) => below(join(import.meta.dirname, '../..', part)))
    .filter((file) => file.endsWith('.ts'))
    .map(read)
    .join()
