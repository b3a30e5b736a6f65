import { readFileSync } from 'node:fs'

const file = new URL('../../../shared/domain/kernel/places.txt', import.meta.url)

/** The rows of cities and countries (shared/domain/kernel/place-table.ts), without time zones and ICAO codes, which pages do not show. */
export default readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => /^[^#;]/.test(line))
  .map((line) => {
    if (line.startsWith('*')) return `${line}\n`
    const [name, country, , codes = '', ...names] = line.split(';')
    return `${[name, country, '', codes.replaceAll(/\/\S+/g, '/'), ...names].join(';')}\n`
  })
  .join('')
