import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, inject } from 'vitest'
import type { StoredSession } from '../../../shared/client/http/session-store.ts'
import { newTenant, password } from '../api/tenant.ts'
import { buildClient } from '../../../bin/client.ts'
import { start } from './run.ts'

let built: Promise<string> | undefined
/** Builds the command; the tests of a worker share it. */
async function build(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'courier-'))
  await buildClient(folder, { declarations: false })
  return join(folder, 'cli.js')
}

/** The command `courier`, with a folder for its session. */
export async function courierCommand() {
  const program = await (built ??= build())
  const cwd = mkdtempSync(join(tmpdir(), 'courier-'))
  const sessionFile = join(cwd, 'config/courier/session.json')
  const env: Record<string, string> = { XDG_CONFIG_HOME: join(cwd, 'config'), TZ: 'UTC' }
  const begin = (args: readonly string[], input = '') =>
    start(process.execPath, [program, ...args], { cwd, env, input })
  const courier = (...args: string[]) => begin(args).ended
  return {
    program,
    cwd,
    env,
    courier,
    begin,
    /** Runs a command with a standard input. */
    withInput: (input: string, ...args: string[]) => begin(args, input).ended,
    /** Runs a command that has to succeed; returns the values that it prints with `--json`. */
    async json(...args: string[]): Promise<any[]> {
      const { code, stdout, stderr } = await courier(...args, '--json')
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      return stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    },
    session: {
      mode: () => (statSync(sessionFile).mode & 0o777).toString(8),
      read: () => JSON.parse(readFileSync(sessionFile, 'utf8')) as StoredSession & { url: string },
      write(session: StoredSession & { url: string }) {
        mkdirSync(dirname(sessionFile), { recursive: true })
        writeFileSync(sessionFile, JSON.stringify(session))
      },
    },
  }
}

/** The command, signed in as the manager of a new company. */
export async function signedInCommand() {
  const [tenant, command] = await Promise.all([newTenant(), courierCommand()])
  const args = ['sign-in', '--url', inject('url'), '--email', tenant.email, '--password-stdin']
  const signedIn = await command.withInput(`${password}\n`, ...args)
  expect(signedIn).toEqual({
    code: 0,
    stderr: '',
    stdout: `Signed in to ${inject('url')} as ${tenant.email}\n`,
  })
  return { ...command, tenant }
}

/** The options of `book` for a parcel. */
export const bookOptions = [
  '--sender-name',
  'Anna',
  '--sender-phone',
  '+79161234567',
  '--origin',
  'Moscow',
  '--weight',
  '2.5',
  '--recipient-name',
  'Giorgi',
  '--recipient-phone',
  '+995599123456',
  '--destination',
  'Tbilisi',
]
