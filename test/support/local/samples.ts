import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { groups } from '../../../functions/index.ts'

const directory = join(import.meta.dirname, '..', '..', 'events')

/** The sample events, each with its route and the group at the start of its file name. */
export const samples = readdirSync(directory).map((file) => {
  const name = basename(file, '.json')
  const group = name.replace(/-.*/, '') as keyof typeof groups
  const event = JSON.parse(readFileSync(join(directory, file), 'utf8'))
  const { routes } = groups[group]
  const row = routes.find(({ key }) => key === event.routeKey)
  return { name, file: join(directory, file), group, event, routes, row }
})

export const sample = (name: string) => samples.find((one) => one.name === name)!
