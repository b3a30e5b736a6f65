import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newTenant, password } from '../support/api/tenant.ts'
import { createKey } from '../support/integrations/api-keys.ts'
import { blocksOf, pages, root, type Block } from '../support/docs/pages.ts'
import { seconds } from '../support/suite/time.ts'

// Runs the code blocks of the documentation against the tests' local cloud. The shell blocks of the guides run in one shell, in
// the order of the README; those of another page after the README's blocks, whose variables they use.

/** The languages of shell blocks, and of blocks that do not run. TypeScript and Python run one block at a time. */
const [shells, shown] = [
  ['sh', 'bash'],
  ['text', 'json', 'mermaid'],
]
const interpreters: Record<string, [command: string, extension: string]> = {
  ts: [process.execPath, '.ts'],
  python: ['python3', '.py'],
}
/**
 * Commands that need an AWS account, a terminal or other software, or take minutes. Blocks with them do not run. The
 * command of the client runs from its source.
 */
const cannotRun = /(?:^|\$\() *(?:\w+=\S+ )*(?:aws|docker|git|node|npm|npx(?! courier)|sam|vi) /m

const blocks = [...pages.keys()].flatMap(blocksOf)
const isMarked = ({ reason }: Block) => reason !== undefined
const isShell = ({ language }: Block) => shells.includes(language)
const isRunnable = (block: Block) => !isMarked(block) && !cannotRun.test(block.text)
const runnableIn = (path: string) => blocksOf(path).filter(isRunnable)
const story = runnableIn('README.md').filter(isShell)

/** A directory with the same content as the repository's root while `npm start` runs. */
let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'snippets-'))
  for (const name of ['shared', 'test', 'node_modules', 'package.json'])
    symlinkSync(join(root, name), join(directory, name))
  symlinkSync(dirname(inject('functionLog')), join(directory, '.local'))
})
afterAll(() => rmSync(directory, { recursive: true }))

/** Runs a command in that directory. */
const run = (
  command: string,
  args: readonly string[],
  variables: Record<string, string> = {},
  timeout = seconds(25),
) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    // The output may contain the tests' mailbox, which has megabytes.
    const env = { PATH: process.env['PATH'], HOME: directory, ...variables }
    const options = { cwd: directory, timeout, maxBuffer: Infinity, env }
    execFile(command, args, options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    )
  })
/** A block's text with the URL of the tests' local cloud instead of the default URL. */
const withUrl = (text: string) => text.replaceAll('http://127.0.0.1:3000', inject('url'))

/** Runs blocks in one shell, which stops at the first command that fails. Returns the output of each block. */
async function inShell(blocks: readonly Block[]): Promise<string[]> {
  const script = [
    'set -euo pipefail',
    // Fail on an HTTP error status, which curl does not do by default.
    'curl() { command curl --fail-with-body "$@"; }',
    `npx() { shift; '${process.execPath}' '${join(root, 'shared/client/cli/main.ts')}' "$@"; }`,
    ...blocks.map(({ place, text }) => `echo; echo '== ${place}'\n${withUrl(text)}`),
  ].join('\n')
  // A second for each block: the guides together have more than fifty.
  const { code, stdout, stderr } = await run('bash', ['-c', script], {}, seconds(25 + blocks.length))
  const parts = stdout.split(/^== .*\n/m).slice(1)
  expect(code, `${blocks[parts.length - 1]?.place} fails with ${code}: ${parts.at(-1)}${stderr}`).toBe(0)
  return parts
}

test('every block runs, has a language that does not run, or states why it does not run', () => {
  const unknown = blocks.filter(
    ({ language }) => ![...shells, ...shown, ...Object.keys(interpreters)].includes(language),
  )
  expect(unknown.map(({ place, language }) => `${place}: no test runs ${language}`)).toEqual([])
  const executable = blocks.filter(({ language }) => !shown.includes(language))
  const unmarked = executable.filter((block) => !isMarked(block) && !isRunnable(block))
  expect(unmarked.map(({ place }) => `${place} cannot run here: mark it "sh no-run — <reason>"`)).toEqual([])
  const marked = executable.filter((block) => isMarked(block) && !cannotRun.test(block.text))
  expect(marked.map(({ place }) => `${place} can run here: remove its "no-run"`)).toEqual([])
})

test('the commands in the README book, change and track a parcel', async () => {
  const [output = ''] = await inShell(story)
  const [changed, tracked] = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(changed).toMatchObject({ status: 'IN_WAREHOUSE', weight: 2.5 })
  expect(tracked).toMatchObject({ status: 'PREPARING', origin: 'Moscow (SVO)', destination: 'Tbilisi (TBS)' })
})

/** The guides in the order of the README, as a reader goes through them in one shell. */
const [, listed = ''] = (pages.get('README.md') ?? '').split('- **Guide**')
const guides = [
  ...new Set([...listed.matchAll(/\]\((docs\/guide\/[\w-]+\.md)\)/g)].map(([, path = '']) => path)),
]

test('the shell blocks of the guides succeed one after another', async () => {
  expect(guides.length).toBeGreaterThan(15)
  await inShell(guides.flatMap((path) => runnableIn(path).filter(isShell)))
})

const others = [...pages.keys()].filter((path) => path !== 'README.md' && !guides.includes(path))
const withShell = others.filter((path) => runnableIn(path).some(isShell))
test.each(withShell)('the shell blocks of %s succeed', async (path) => {
  await inShell([...story, ...runnableIn(path).filter(isShell)])
})

const scripts = [...pages.keys()].flatMap((path) =>
  runnableIn(path).filter(({ language }) => language in interpreters),
)
test.each(scripts.map((block) => [block.place, block] as const))(
  'the script at %s succeeds',
  async (place, { language, text }) => {
    const [interpreter = '', extension = ''] = interpreters[language] ?? []
    const file = join(directory, place.replaceAll(/\W/g, '-') + extension)
    writeFileSync(file, withUrl(text))
    const tenant = await newTenant()
    const { client_id: COURIER_CLIENT_ID, secret: COURIER_CLIENT_SECRET } = await createKey(tenant)
    const user = { COURIER_EMAIL: tenant.email, COURIER_PASSWORD: password }
    const account = { ...user, COURIER_CLIENT_ID, COURIER_CLIENT_SECRET }
    const { code, stdout, stderr } = await run(interpreter, [file], account)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    // The example of the client prints the event that its own request causes.
    if (text.includes('courier.live('))
      expect(stdout).toMatch(/^shipment\.status_changed \{[^]*status: 'RECEIVED'/)
  },
)
