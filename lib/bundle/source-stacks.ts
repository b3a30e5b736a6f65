import { readFileSync } from 'node:fs'
import type { SourceMap, SourceMapPayload } from 'node:module'

// Injected into each bundle (bundle.ts), so that stack traces refer to the sources. Node.js's --enable-source-maps reads
// the source map, which is larger than the code, on each cold start; this reads it when the first stack is formatted.
let map: SourceMap | undefined
/** `functionName (file:line:column)`, as V8 writes it. */
type CallSite = NodeJS.CallSite & { toString(): string }

Error.prepareStackTrace = (error, sites: CallSite[]) =>
  [Error.prototype.toString.call(error), ...sites.map(toSourceLocation)].join('\n    at ')

function toSourceLocation(site: CallSite): string {
  const [line, column] = [site.getLineNumber() ?? 0, site.getColumnNumber() ?? 0]
  if (site.getFileName() !== __filename) return site.toString()
  try {
    map ??= new (process.getBuiltinModule('node:module').SourceMap)(
      JSON.parse(readFileSync(`${__filename}.map`, 'utf8')) as SourceMapPayload,
    )
    const origin = map.findEntry(line - 1, column - 1)
    if (!('originalSource' in origin)) return site.toString()
    const { originalSource, originalLine, originalColumn } = origin
    const location = `${originalSource.replace(/^(\.\.\/)+/, '')}:${originalLine + 1}:${originalColumn + 1}`
    return site.toString().replace(`${__filename}:${line}:${column}`, location)
  } catch {
    // Without a source map, the location in the bundle is used.
    return site.toString()
  }
}
