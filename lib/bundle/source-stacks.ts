import { readFileSync } from 'node:fs'
import type { SourceMap, SourceMapPayload } from 'node:module'

// Injected into each bundle (bundle.ts), so that stacks name the places in the sources. Node's --enable-source-maps reads
// the map, which is longer than the code, at each start; this reads it when the first stack is formatted.
let map: SourceMap | undefined
/** `functionName (file:line:column)`, as V8 writes it. */
type Site = NodeJS.CallSite & { toString(): string }

Error.prepareStackTrace = (error, sites: Site[]) =>
  [Error.prototype.toString.call(error), ...sites.map(ofSources)].join('\n    at ')

function ofSources(site: Site): string {
  const [line, column] = [site.getLineNumber() ?? 0, site.getColumnNumber() ?? 0]
  if (site.getFileName() !== __filename) return site.toString()
  try {
    map ??= new (process.getBuiltinModule('node:module').SourceMap)(
      JSON.parse(readFileSync(`${__filename}.map`, 'utf8')) as SourceMapPayload,
    )
    const origin = map.findEntry(line - 1, column - 1)
    if (!('originalSource' in origin)) return site.toString()
    const { originalSource, originalLine, originalColumn } = origin
    const place = `${originalSource.replace(/^(\.\.\/)+/, '')}:${originalLine + 1}:${originalColumn + 1}`
    return site.toString().replace(`${__filename}:${line}:${column}`, place)
  } catch {
    // Without a map the place in the bundle remains.
    return site.toString()
  }
}
