import { build, type Plugin } from 'esbuild'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { docsFiles } from './docs/build.ts'

const root = join(import.meta.dirname, '../..')
export const siteDir = join(root, 'dist', 'site')

/**
 * Builds every page of `site/` into `dist/site/<page>/`: `index.html` and its scripts, styles and images. These get
 * names with a content hash, so that browsers can cache them for ever. A page refers to its files relatively
 * (`src="page.ts"`), and is served at `/<page>` and any path below. `docs` is a template of many pages.
 */
export async function bundleSite(): Promise<void> {
  const pages = globSync('site/*/index.html', { cwd: root })
  const written = new Set((await Promise.all(pages.map(bundlePage))).flat())
  // Files of earlier builds are deleted last, since another process may be reading the directory.
  for (const file of globSync('**/*.*', { cwd: siteDir }).map((name) => join(siteDir, name)))
    if (!written.has(file)) rmSync(file, { force: true })
}

/** Evaluates the default export of `*.built.ts` at build time, so that pages contain only the value. */
const evaluateAtBuild: Plugin = {
  name: 'built',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.built\.ts$/ }, async ({ path }) => {
      const { default: value } = (await import(path)) as { default: unknown }
      return { contents: JSON.stringify(value), loader: 'json' }
    }),
}

/** Returns the written files. */
async function bundlePage(page: string): Promise<string[]> {
  const [source, name] = [dirname(join(root, page)), basename(dirname(page))]
  const html = readFileSync(join(root, page), 'utf8')
  const references = [...html.matchAll(reference)].map(([, , file = '']) => file)
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: references.map((file) => join(source, file)),
    outdir: join(siteDir, name),
    entryNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.svg': 'copy', '.png': 'copy', '.woff2': 'copy' },
    bundle: true,
    plugins: [evaluateAtBuild],
    minify: true,
    format: 'esm',
    target: 'es2022',
    // Pages are UTF-8. Escapes would double the size of Georgian texts.
    charset: 'utf8',
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  })
  const outputs = new Map(
    Object.entries(metafile.outputs).map(([file, { entryPoint = '' }]) => [
      join(root, entryPoint),
      `/${name}/${basename(file)}`,
    ]),
  )
  const linked = html.replace(reference, (_, attribute: string, file: string) => {
    const output = outputs.get(join(source, file)) ?? file
    return `${attribute}="${output}"`
  })
  const files = name === 'docs' ? docsFiles(linked) : new Map([['index.html', linked]])
  for (const [path, text] of files) {
    const file = join(siteDir, name, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return [
    ...[...files.keys()].map((path) => join(siteDir, name, path)),
    ...Object.keys(metafile.outputs).map((file) => join(root, file)),
  ]
}

/** `src="page.ts"` or `href="page.css"` of a file in the page's folder. */
const reference = /\b(src|href)="([\w.-]+\.(?:tsx?|js|css|svg|png))"/g
