import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { routes } from '../../functions/index.ts'
import { operations, type Operation } from '../../lib/site/docs/document.ts'
import { hasSamples, sampleOf } from '../../lib/site/docs/operation.ts'
import { languages } from '../../lib/site/docs/samples/index.ts'
import { defaultOrigin } from '../../lib/site/docs/samples/request.ts'
import { newTenant, type Tenant } from '../support/api/tenant.ts'
import { root } from '../support/docs/pages.ts'
import { exampleRequest } from '../support/routes/examples.ts'

// Runs every sample of the API reference against the tests' local cloud, with the ids of existing records. One process
// runs all samples of a language, each on its own.
const shown = operations.filter(hasSamples)

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'samples-'))
  for (const name of ['shared', 'node_modules', 'package.json'])
    symlinkSync(join(root, name), join(directory, name))
})
afterAll(() => rmSync(directory, { recursive: true }))

/** The request of an operation's sample with the ids of existing records, and its access token. */
async function requestFor(operation: Operation, tenant: Tenant) {
  const { method, path, body: documented } = operation
  const route = routes.find(({ key }) => key === `${method} ${path}`)!
  const { params, body } = await exampleRequest(route, tenant, documented?.example as object | undefined)
  return { token: tenant.token, request: { ...sampleOf(operation), params, ...(body && { body }) } }
}
/** Reads change nothing, so samples in all languages send the same one. */
const reads = new Map<string, ReturnType<typeof requestFor>>()

/** The requests of all samples. Operations that end sessions, accounts and codes have a tenant of their own. */
async function requests() {
  const shared = await newTenant()
  const made: [Operation, Awaited<ReturnType<typeof requestFor>>][] = []
  for (const operation of shown) {
    const { id, tag, method } = operation
    const tenant = ['Accounts', 'Users'].includes(tag) && method !== 'GET' ? await newTenant() : shared
    const request = reads.get(id) ?? requestFor(operation, tenant)
    if (method === 'GET') reads.set(id, request)
    made.push([operation, await request])
  }
  return made
}

// Each runner prints the file that it runs, and stops at the first one that fails.
const runners: Record<string, [extension: string, command: string, runner: string, code: string]> = {
  curl: [
    '.sh',
    'bash',
    'run.bash',
    `set -euo pipefail
curl() { command curl --silent --show-error --fail-with-body "$@"; }
while [ $# -gt 0 ]; do echo "== $1"; TOKEN=$2; source "$1"; echo; shift 2; done`,
  ],
  TypeScript: [
    '.ts',
    process.execPath,
    'run.mjs',
    `const list = process.argv.slice(2)
for (let at = 0; at < list.length; at += 2) {
  console.log('==', list[at])
  process.env.TOKEN = list[at + 1]
  await import(list[at])
}`,
  ],
  Python: [
    '.py',
    'python3',
    'run.py',
    `import os, runpy, sys, urllib.error
for file, token in zip(sys.argv[1::2], sys.argv[2::2]):
    print("==", file, flush=True)
    os.environ["TOKEN"] = token
    try:
        runpy.run_path(file)
    except urllib.error.HTTPError as error:
        sys.exit(f"{error} {error.read()}")`,
  ],
}

// Some hundred requests and what they need, one after the other.
test.each(Object.keys(languages))('every sample in %s succeeds', async (language) => {
  const [extension = '', command = '', runner = '', code = ''] = runners[language] ?? []
  const args = (await requests()).flatMap(([{ id }, { request, token }]) => {
    const file = join(directory, id + extension)
    const sample = languages[language]?.sample(request).replaceAll(defaultOrigin, inject('url'))
    writeFileSync(file, `${sample}\n`)
    return [file, token]
  })
  writeFileSync(join(directory, runner), code)
  const { stdout, failure } = await new Promise<{ stdout: string; failure: string }>((resolve) => {
    const options = { cwd: directory, env: { PATH: process.env['PATH'] }, maxBuffer: Infinity }
    execFile(command, [join(directory, runner), ...args], options, (error, stdout, stderr) =>
      resolve({ stdout, failure: error ? `${stdout.slice(stdout.lastIndexOf('== '))} ${stderr}` : '' }),
    )
  })
  expect(failure).toBe('')
  expect(stdout.match(/^== /gm)).toHaveLength(shown.length)
})

test('only operations that browsers are led to or from, and that lead to a file, have no sample', () => {
  const without = operations.filter((operation) => !hasSamples(operation)).map(({ path }) => path)
  expect(without.filter((path) => !path.endsWith('/callback')).sort()).toEqual([
    '/.well-known/change-password',
    '/api/v1/imports/{id}/errors.csv',
    '/api/v1/notices/{notice_token}/stop',
  ])
})
