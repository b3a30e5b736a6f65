import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settingsOf } from '../../lib/context.ts'
import project from '../../package.json' with { type: 'json' }

const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
const workflow = read('.github/workflows/ci.yml')
const all = (pattern: RegExp, text = workflow) => [...text.matchAll(pattern)].map(([, found = '']) => found)

/** The text of each job, by name. Prettier checks the syntax of the file. */
const [head = '', jobsText = ''] = workflow.split(/^jobs:\n/m)
const jobs = new Map(
  jobsText
    .split(/^(?= {2}\w+:\n)/m)
    .flatMap((text) => all(/^ {2}(\w+):\n/gm, text).map((name) => [name, text] as const)),
)

test('every script that the workflow runs exists', () => {
  const scripts = [...all(/npm run ([\w:]+)/g), ...all(/npm (test|start)\b/g)]
  expect(scripts).toContain('test')
  expect(Object.keys(project.scripts)).toEqual(expect.arrayContaining(scripts))
})

test('every action is pinned to a full version', () => {
  const actions = all(/uses: (\S+)/g)
  expect(actions.length).toBeGreaterThan(0)
  for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@v\d+\.\d+\.\d+$/)
})

test('each job has the permissions that it needs, and no other', () => {
  expect(head).toContain('\npermissions: {}\n')
  expect([...jobs.keys()]).toEqual(['test', 'diff', 'deploy'])
  for (const [name, text] of jobs) {
    const permissions = all(/^ {4}permissions:\n((?: {6}.+\n)+)/gm, text)
      .flatMap((block) => block.trim().split('\n'))
      .map((line) => line.trim())
    const needed = ['contents: read', ...(text.includes('role-to-assume') ? ['id-token: write'] : [])]
    expect(permissions, name).toEqual(needed)
  }
})

const guide = read('docs/operations/deploying.md')
const [example, ...policies] = all(/```json\n([\s\S]*?)```/g, guide).map((text) => JSON.parse(text))

test('the settings of the guide are written as the app reads them', () => {
  const { mailFrom, alarmEmail } = settingsOf(example.context)
  expect({ mailFrom, alarmEmail }).toEqual(example.context.prod)
})

test('roles are assumed in the environment or event that the documented trust policies require', () => {
  const subjects = policies.flatMap(({ Statement }) =>
    Statement.flatMap(
      ({ Condition }: any) => Condition?.StringEquals['token.actions.githubusercontent.com:sub'] ?? [],
    ),
  )
  const [environment] = all(/^ {4}environment: (\w+)$/gm, jobs.get('deploy'))
  expect(subjects).toEqual([`repo:OWNER/REPOSITORY:environment:${environment}`])
  expect(guide).toContain('`repo:OWNER/REPOSITORY:pull_request`')
  expect(jobs.get('diff')).toContain("github.event_name == 'pull_request'")
  for (const variable of all(/vars\.(\w+)/g)) expect(guide).toContain(`\`${variable}\``)
})
