import { build } from 'esbuild'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import packageJson from '../package.json' with { type: 'json' }

// `npm run build:client`: writes the package `courier-logistics` with the typed client and the command `courier` to
// dist/client. `npm pack ./dist/client` makes its tarball.
const root = join(import.meta.dirname, '..')
const source = join(root, 'shared/client')
/** The type parameters of the client's methods come from it, so it is not part of the bundle. */
const dependency = 'openapi-fetch'

/**
 * Writes the package to a directory, whose content is replaced. Without `declarations`, which take most of the time, it
 * runs, but has no types. Throws an Error if the client does not compile.
 */
export async function buildClient(directory: string, { declarations = true } = {}): Promise<void> {
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  const inPackage = (path: string) => join(directory, path)
  await build({
    entryPoints: { index: join(source, 'index.ts'), cli: join(source, 'cli/main.ts') },
    outdir: directory,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    external: [dependency, 'node:*'],
    logLevel: 'warning',
  })
  chmodSync(inPackage('cli.js'), 0o755)
  if (declarations) emitDeclarations(directory)
  writeFileSync(inPackage('package.json'), `${JSON.stringify(manifest(), undefined, 2)}\n`)
  writeFileSync(inPackage('README.md'), readme(readFileSync(join(root, 'docs/guide/client.md'), 'utf8')))
  copyFileSync(join(root, 'LICENSE'), inPackage('LICENSE'))
  // The tarball contains its dependency: it installs without a registry.
  for (const name of [dependency, 'openapi-typescript-helpers'])
    for (const path of globSync(usedFiles, { cwd: join(root, 'node_modules', name) }))
      cpSync(join(root, 'node_modules', name, path), inPackage(`node_modules/${name}/${path}`))
}

/** The files that an import of the dependency needs, and its license; not its changelog, source maps and CommonJS. */
const usedFiles = ['package.json', 'LICENSE', 'dist/*.mjs', 'dist/*.d.mts']

/** Writes the declarations of all files that index.ts imports. Throws an Error for an error of types. */
function emitDeclarations(outDir: string): void {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile) as {
    config: { compilerOptions: object }
  }
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root)
  const program = ts.createProgram([join(source, 'index.ts')], {
    ...options,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: source,
    outDir,
  })
  const { diagnostics } = program.emit()
  const errors = [...ts.getPreEmitDiagnostics(program), ...diagnostics]
  if (errors.length > 0)
    throw new Error(
      ts.formatDiagnostics(errors, {
        getCurrentDirectory: () => root,
        getCanonicalFileName: (name) => name,
        getNewLine: () => '\n',
      }),
    )
}

/** The package.json. */
function manifest(): object {
  const { name, version, license, dependencies } = packageJson
  return {
    name,
    version,
    description: 'Typed client, webhook verifier and command line of the courier logistics service',
    license,
    type: 'module',
    exports: { '.': { types: './index.d.ts', default: './index.js' }, './package.json': './package.json' },
    types: './index.d.ts',
    bin: { courier: './cli.js' },
    sideEffects: false,
    engines: { node: '>=20' },
    dependencies: { [dependency]: dependencies[dependency] },
    bundleDependencies: [dependency],
  }
}

/** The guide's page without what only works in the repository: relative links, and marks of tests and generators. */
function readme(page: string): string {
  return page
    .replace(/^# .*/, `# ${packageJson.name}`)
    .replace(/\[([^\]]+)\]\((?!https:)[^)]+\)/g, '$1')
    .replace(/^(```[a-z]+) no-run .*/gm, '$1')
    .replace(/^<!-- .* -->\n\n?/gm, '')
}

if (import.meta.main) await buildClient(join(root, 'dist/client'))
