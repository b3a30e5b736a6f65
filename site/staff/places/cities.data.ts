import { readFileSync } from 'node:fs'

/** The cities that the service knows (shared/domain/kernel/places.ts): all names of each, then its airport codes. */
const lines = readFileSync(new URL('../../../shared/domain/kernel/cities.txt', import.meta.url), 'utf8').trim()

export default lines.split('\n').map((line) => {
  const [names = '', codes = ''] = line.split(': ')
  return { names: names.split(', '), codes: codes.split(' ') }
})
