import { globSync, readFileSync } from 'node:fs'

/** Pages of the staff, by the folders of their sources. Both contain the sign-in. */
const folders = {
  console: 'site/{console,staff}',
  phone: 'site/{work,staff}',
}

/**
 * The calls of the API in the sources of the staff's pages, such as `api.GET('/api/v1/bags/{id}'`: for each page patterns
 * that match the keys of the called routes. `${kind}` in a call may be any part of a path.
 */
export function pageCalls(): Record<keyof typeof folders, RegExp[]> {
  const callsIn = (folder: string) => {
    const sources = globSync(`${folder}/**/*.{ts,tsx}`).map((file) => readFileSync(file, 'utf8'))
    const calls = sources.join('\n').matchAll(/\.(GET|POST|PUT|PATCH|DELETE)\(\s*['`](\/[^'`]+)['`]/g)
    return [...calls].map(([, method, path = '']) => {
      const parts = path.split(/\$\{\w+\}/).map((part) => part.replace(/[{}.]/g, '\\$&'))
      return new RegExp(`^${method} ${parts.join('[\\w-]+')}$`)
    })
  }
  return { console: callsIn(folders.console), phone: callsIn(folders.phone) }
}
