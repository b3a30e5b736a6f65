import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { blocksOf, pages, root, type Block } from '../support/docs/pages.ts'

// Runs every snippet of the documentation against the local cloud of the tests. Blocks of a shell run one after the other in one
// shell for each page, after those of the README, whose variables they use.

/** Languages that run, and those that only show something. */
const [shells, shown] = [
  ['sh', 'bash'],
  ['text', 'json', 'mermaid'],
]
/** Commands that need an account, a terminal, other software, or minutes; a block with one of them never runs here. */
const cannotRun = /(?:^|\$\() *(?:\w+=\S+ )*(?:aws|docker|git|node|npm|npx|sam|vi) /m

const blocks = [...pages.keys()].flatMap(blocksOf)
const isMarked = ({ reason }: Block) => reason !== undefined
const isShell = ({ language }: Block) => shells.includes(language)
const isRunnable = (block: Block) => !isMarked(block) && !cannotRun.test(block.text)
const runnableIn = (path: string) => blocksOf(path).filter(isRunnable)
const story = runnableIn('README.md').filter(isShell)

/** A directory that looks like the repository's root while `npm start` runs in it. */
let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'snippets-'))
  for (const name of ['shared', 'test', 'node_modules', 'package.json'])
    symlinkSync(join(root, name), join(directory, name))
  symlinkSync(dirname(inject('functionLog')), join(directory, '.local'))
})
afterAll(() => rmSync(directory, { recursive: true }))

/** Runs a command on a text, with the address of the local cloud in place of the usual one. */
const run = (command: string, args: readonly string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    // The mailbox of the suite holds megabytes.
    const env = { PATH: process.env['PATH'], HOME: directory }
    const options = { cwd: directory, timeout: 25_000, maxBuffer: Infinity, env }
    execFile(command, args, options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    )
  })
const here = (text: string) => text.replaceAll('http://127.0.0.1:3000', inject('url'))

/** Runs the blocks in one shell, which ends at the first command that fails; what each wrote. */
async function inShell(blocks: readonly Block[]): Promise<string[]> {
  const script = [
    'set -euo pipefail',
    // An error status fails a snippet, which does not say so itself.
    'curl() { command curl --fail-with-body "$@"; }',
    ...blocks.map(({ place, text }) => `echo; echo '== ${place}'\n${here(text)}`),
  ].join('\n')
  const { code, stdout, stderr } = await run('bash', ['-c', script])
  const parts = stdout.split(/^== .*\n/m).slice(1)
  expect(code, `${blocks[parts.length - 1]?.place} fails with ${code}: ${parts.at(-1)}${stderr}`).toBe(0)
  return parts
}

test('every block runs, only shows something, or says why it does not run', () => {
  const unknown = blocks.filter(({ language }) => ![...shells, ...shown, 'ts'].includes(language))
  expect(unknown.map(({ place, language }) => `${place}: nothing runs ${language}`)).toEqual([])
  const executable = blocks.filter(({ language }) => !shown.includes(language))
  const unmarked = executable.filter((block) => !isMarked(block) && !isRunnable(block))
  expect(unmarked.map(({ place }) => `${place} cannot run here: mark it "sh no-run — <reason>"`)).toEqual([])
  const marked = executable.filter((block) => isMarked(block) && !cannotRun.test(block.text))
  expect(marked.map(({ place }) => `${place} can run here: remove its "no-run"`)).toEqual([])
})

test('the parcel of the README is booked, moved and tracked', async () => {
  const [output = ''] = await inShell(story)
  const [changed, followed] = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(changed).toMatchObject({ status: 'IN_WAREHOUSE', weight: 2.5 })
  expect(followed).toMatchObject({ status: 'PREPARING', origin: 'Moscow (SVO)', destination: 'Tbilisi (TBS)' })
})

const others = [...pages.keys()].filter((path) => path !== 'README.md')
const withShell = others.filter((path) => runnableIn(path).some(isShell))
test.each(withShell)('the shell blocks of %s succeed', async (path) => {
  await inShell([...story, ...runnableIn(path).filter(isShell)])
})

const scripts = [...pages.keys()].flatMap((path) =>
  runnableIn(path).filter(({ language }) => language === 'ts'),
)
test.each(scripts.map((block) => [block.place, block] as const))(
  'the script at %s succeeds',
  async (place, { text }) => {
    const file = join(directory, `${place.replaceAll(/\W/g, '-')}.ts`)
    writeFileSync(file, here(text))
    const { code, stdout, stderr } = await run(process.execPath, [file])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    // The example of the client prints the event that its own request causes.
    if (text.includes('liveEvents'))
      expect(stdout).toMatch(/^shipment\.status_changed \{[^]*status: 'RECEIVED'/)
  },
)
