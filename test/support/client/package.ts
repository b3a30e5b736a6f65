import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { buildClient } from '../../../bin/client.ts'
import { run } from './run.ts'

/** Installs into an empty folder as a user does. npm needs no registry for it. Returns the folder. */
async function install(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'client-'))
  await buildClient(join(folder, 'build'))
  const npm = async (...args: string[]) => {
    const { code, stdout, stderr } = await run('npm', args, { cwd: folder, env: { HOME: folder } })
    expect(code, stderr).toBe(0)
    return stdout.trim()
  }
  const tarball = await npm('pack', './build', '--silent')
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  await npm('install', '--offline', '--silent', `./${tarball}`)
  return folder
}

let installed: Promise<string> | undefined
/** A folder in which the package `courier-logistics` is installed from its tarball. The tests of a worker share it. */
export const clientFolder = (): Promise<string> => (installed ??= install())
