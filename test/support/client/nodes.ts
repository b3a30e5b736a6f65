import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { run } from './run.ts'

/** The versions of Node.js in PATH, the one of this process, and those major versions from the registry; 20 or later. */
export async function nodes(majors: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const inPath = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'node'))
  const found = new Map<string, string>()
  for (const node of [process.execPath, ...(await Promise.all(majors.map(installed))), ...inPath]) {
    const version = (await run(node, ['--version']).catch(() => undefined))?.stdout.trim().slice(1) ?? ''
    if (Number.parseInt(version) >= 20 && !found.has(version)) found.set(version, node)
  }
  return found
}

/** Installs a version of Node.js, with the machine's settings of npm; its file is missing if there is no registry. */
async function installed(major: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), `node-${major}-`))
  // npm runs the scripts of packages that are listed here; that of `node` links the version for this system.
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "allowScripts": { "node": true } }')
  await run('npm', ['install', '--silent', `node@${major}`], { cwd: folder, env: { ...process.env } })
  return join(folder, 'node_modules/.bin/node')
}
