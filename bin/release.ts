import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import packageJson from '../package.json' with { type: 'json' }
import { buildClient } from './client.ts'
import { commandLine } from './command-line.ts'

// `npm run release`: runs the tests, and writes the client's package and the API documents, with checksums, to dist/release.
const help = `npm run release

  Tests, packs the client and writes dist/release. The work tree must be clean, and CHANGELOG.md must date the version.`
const root = join(import.meta.dirname, '..')
const releaseDirectory = join(root, 'dist/release')
const { version } = packageJson

/** Throws an Error unless the commit can be released: it contains all changes, and the changelog dates its version. */
export function checkRelease(changes: string, changelog: string): void {
  if (changes !== '') throw new Error(`Commit these changes first:\n${changes}`)
  const [heading] = changelog.split('\n').filter((line) => line.startsWith(`## ${version} `))
  if (heading === undefined || !/ – \d{4}-\d\d-\d\d$/.test(heading))
    throw new Error(`CHANGELOG.md has no section “## ${version} – <date>” (found: ${heading ?? 'none'})`)
}

/** Packs the client into a directory, and installs it in an empty one. Returns the tarball's name. */
export async function packClient(directory: string): Promise<string> {
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  await buildClient(join(root, 'dist/client'))
  const npm = (cwd: string, ...args: string[]) => execFileSync('npm', args, { cwd, encoding: 'utf8' }).trim()
  const tarball = npm(directory, 'pack', join(root, 'dist/client'), '--silent')
  const empty = mkdtempSync(join(tmpdir(), 'release-'))
  writeFileSync(join(empty, 'package.json'), '{ "private": true, "type": "module" }')
  npm(empty, 'install', '--offline', '--silent', join(directory, tarball))
  const installed = npm(empty, 'exec', '--offline', '--', 'courier', '--version')
  if (installed !== version) throw new Error(`The package's command prints ${installed}, not ${version}`)
  rmSync(empty, { recursive: true })
  return tarball
}

if (import.meta.main) {
  commandLine(help, {})
  const changes = execFileSync('git', ['status', '--short'], { cwd: root, encoding: 'utf8' }).trim()
  checkRelease(changes, readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))
  for (const script of ['test', 'test:rest'])
    execFileSync('npm', ['run', script], { cwd: root, stdio: 'inherit' })
  const tarball = await packClient(releaseDirectory)
  const documents = ['openapi.json', 'asyncapi.json']
  for (const name of documents) copyFileSync(join(root, 'functions', name), join(releaseDirectory, name))
  const files = [tarball, ...documents]
  const digests = files.map((name) => {
    const digest = createHash('sha256')
      .update(readFileSync(join(releaseDirectory, name)))
      .digest('hex')
    return `${digest}  ${name}\n`
  })
  writeFileSync(join(releaseDirectory, 'SHA256SUMS'), digests.join(''))
  for (const name of files)
    console.log(`${name}  ${Math.ceil(statSync(join(releaseDirectory, name)).size / 1000)} kB`)
  console.log(`Tag the commit: git tag -s v${version}`)
}
