import { globSync, readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { groups, jobs } from '../../functions/index.ts'
import { picture } from '../../shared/smoke/picture.ts'
import type { Step } from '../../shared/smoke/step.ts'
import { steps } from '../../shared/smoke/steps.ts'
import { cleanPng } from '../../shared/images/png.ts'

const root = `${import.meta.dirname}/../..`
const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8')

test('each step names a section of the runbook, functions that exist, and a stack that is deployed', () => {
  const sections = [...read('docs/operations/runbook.md').matchAll(/^#+ (.+)$/gm)].map(([, title]) => title)
  const functions = Object.keys({ ...groups, ...jobs })
  const stacks = read('docs/operations/deploying.md').match(/Courier[A-Z]\w+/g)
  for (const [name, { look }] of Object.entries<Step>(steps)) {
    expect(sections, name).toContain(look.runbook)
    expect(stacks, name).toContain(look.stack)
    for (const one of look.functions) expect(functions, name).toContain(one)
  }
})

test('steps use the client and what every runtime has, so that a function can run them', () => {
  const imports = globSync('shared/smoke/**/*.ts', { cwd: root }).flatMap((file) =>
    [...read(file).matchAll(/from '(.+)'/g)].map(([, from = '']) => from),
  )
  expect(imports.length).toBeGreaterThan(20)
  for (const from of imports) expect(from).toMatch(/^(\.\.\/)+client\/|^\.\.?\/[\w-]+\.ts$|^\.\/steps\//)
})

test('the picture is a PNG of which the service keeps every byte', async () => {
  const sent = Buffer.from(await picture())
  const kept = cleanPng(sent)
  expect({ ...kept, bytes: kept.bytes.equals(sent) }).toMatchObject({ bytes: true, width: 32, height: 32 })
  const at = sent.indexOf('IDAT')
  const pixels = inflateSync(sent.subarray(at + 4, at + 4 + sent.readUInt32BE(at - 4)))
  expect(pixels.length).toBe(32 * (1 + 32 * 3))
})
