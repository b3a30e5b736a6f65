import { join } from 'node:path'
import ts from 'typescript'

const root = join(import.meta.dirname, '../../..')

/** The errors of files in a strict project, which also checks the declarations of its packages. */
export function typeErrors(files: string[], { types, lib }: { types: string[]; lib: string[] }): string[] {
  const program = ts.createProgram(files, {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noPropertyAccessFromIndexSignature: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    lib,
    types,
    typeRoots: [join(root, 'node_modules/@types')],
    // Resolves packages as bundlers do without Node.js, by their "exports" either way.
    ...(types.includes('node')
      ? { module: ts.ModuleKind.NodeNext }
      : { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler }),
  })
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`)
}
