import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { buildOnce } from '../build-cache.ts'
import { docsFiles } from './docs/build.ts'
import { hashedName } from './hashed-name.ts'

const root = join(import.meta.dirname, '../..')
export const siteDir = join(root, 'dist', 'site')

/**
 * Builds every page of `site/` into `dist/site/<page>/`: `index.html` and its scripts, styles and images. These get
 * names with a content hash, so that browsers can cache them for ever. A page refers to its files relatively
 * (`src="page.ts"`), and is served at `/<page>` and any path below. `docs` is a template of many pages. A page with
 * `workers/service-worker.ts` also works without a connection. Does nothing if the sources have not changed.
 */
export const bundleSite = () =>
  buildOnce(siteDir, ['site', 'shared', 'functions', 'docs', 'lib/site'], bundlePages)

async function bundlePages(into: string): Promise<void> {
  const pages = globSync('site/*/index.html', { cwd: root })
  await Promise.all(pages.map((page) => bundlePage(page, into)))
}

/** Evaluates the default export of `*.data.ts` at build time, so that pages contain only the value. */
const evaluateAtBuild: Plugin = {
  name: 'built',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.data\.ts$/ }, async ({ path }) => {
      const { default: value } = (await import(path)) as { default: unknown }
      return { contents: JSON.stringify(value), loader: 'json' }
    }),
}

const options = {
  absWorkingDir: root,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  loader: { '.svg': 'copy', '.png': 'copy', '.woff2': 'copy', '.wasm': 'file' },
  bundle: true,
  plugins: [evaluateAtBuild],
  // Its build for browsers, which have no Buffer.
  alias: { 'csv-parse/sync': 'csv-parse/browser/esm/sync' },
  minify: true,
  format: 'esm',
  target: 'es2022',
  // Pages are UTF-8. Escapes would double the size of Georgian texts.
  charset: 'utf8',
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
} satisfies BuildOptions

async function bundlePage(page: string, into: string): Promise<void> {
  const [source, name] = [dirname(join(root, page)), basename(dirname(page))]
  const read = (file: string) => readFileSync(join(source, file), 'utf8')
  const html = read('index.html')
  const manifests = filesNamedIn(html).filter((file) => file.endsWith('.webmanifest'))
  const entryPoints = [html, ...manifests.map(read)].flatMap(filesNamedIn)
  const { metafile } = await build({
    ...options,
    entryPoints: entryPoints.filter((file) => !manifests.includes(file)).map((file) => join(source, file)),
    outdir: join(into, name),
    entryNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    // Screens are loaded when they are opened.
    splitting: true,
    chunkNames: '[name]-[hash]',
  })
  const outputs = new Map(
    Object.entries(metafile.outputs).map(([file, { entryPoint = '' }]) => [
      relative(source, join(root, entryPoint)),
      `/${name}/${basename(file)}`,
    ]),
  )
  const link = (text: string) => text.replace(fileName, (_, file: string) => `"${outputs.get(file) ?? file}"`)
  const files = new Map<string, string>()
  for (const file of manifests) {
    const [text, path] = [link(read(file)), basename(file)]
    files.set(hashedName(path, text), text)
    outputs.set(file, `/${name}/${hashedName(path, text)}`)
  }
  const scripts = [...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, file = '']) =>
    relative(root, join(source, file)),
  )
  const preloaded = preloads(metafile, scripts).map((file) => `/${relative(into, join(root, file))}`)
  const preloading = preloaded.map((file) => `<link rel="modulepreload" href="${file}" />`).join('')
  const linked = link(html).replace('</head>', `${preloading}</head>`)
  for (const [path, text] of name === 'docs' ? docsFiles(linked) : ([['index.html', linked]] as const))
    files.set(path, text)
  const serviceWorker = join(source, 'workers', 'service-worker.ts')
  if (existsSync(serviceWorker)) {
    // The page as a file whose content never changes, so that a version of the service worker has its own.
    const shell = hashedName('shell.html', linked)
    files.set(shell, linked)
    const built = Object.keys(metafile.outputs).map((file) => basename(file))
    const cached = [...built, ...files.keys()].filter((path) => path !== 'index.html')
    files.set('service-worker.js', await bundleServiceWorker(serviceWorker, `/${name}`, shell, cached))
  }
  for (const [path, text] of files) {
    const file = join(into, name, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

/**
 * What the scripts of a page import. The browser loads it at once, instead of when they have been read (HTML,
 * `modulepreload`): on a slow network, that is half a second.
 */
function preloads({ outputs }: Metafile, scripts: readonly string[]): string[] {
  const found = new Set<string>()
  const add = (file: string) => {
    for (const { path, kind } of outputs[file]?.imports ?? [])
      if (kind === 'import-statement' && !found.has(path)) {
        found.add(path)
        add(path)
      }
  }
  for (const [file, { entryPoint }] of Object.entries(outputs))
    if (scripts.includes(entryPoint ?? '')) add(file)
  return [...found]
}

/** Returns the script, which contains the names of the files that it keeps. */
async function bundleServiceWorker(file: string, page: string, shell: string, cached: readonly string[]) {
  const { outputFiles } = await build({
    ...options,
    entryPoints: [file],
    outdir: siteDir,
    write: false,
    define: {
      PAGE: JSON.stringify(page),
      SHELL: JSON.stringify(`${page}/${shell}`),
      FILES: JSON.stringify(cached.map((path) => `${page}/${path}`)),
    },
  })
  return outputFiles.map(({ text }) => text).join('')
}

/** `"page.ts"`, the name of a file in the page's folder, in HTML and in a manifest (W3C Web Application Manifest). */
const fileName = /"([\w./-]+\.(?:tsx?|js|css|svg|png|webmanifest))"/g
const filesNamedIn = (text: string) => [...text.matchAll(fileName)].map(([, file = '']) => file)
