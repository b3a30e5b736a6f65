import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { buildOnce, contentKey } from '../../lib/build-cache.ts'

function project() {
  const folder = mkdtempSync(join(tmpdir(), 'build-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [source, built] = [join(folder, 'source'), join(folder, 'built')]
  mkdirSync(join(source, 'pages'), { recursive: true })
  writeFileSync(join(source, 'pages', 'page.ts'), 'export const page = 1')
  let builds = 0
  const build = () =>
    buildOnce(built, [source], async (into) => {
      builds++
      writeFileSync(join(into, 'page.js'), '')
    })
  return { source, built, build, builds: () => builds }
}

test('a directory is built again only after a change of its sources', async () => {
  const { source, built, build, builds } = project()
  await build()
  await build()
  expect(builds()).toBe(1)
  writeFileSync(join(source, 'pages', 'page.ts'), 'export const page = 2')
  await build()
  expect(builds(), 'changed').toBe(2)
  writeFileSync(join(source, 'pages', 'other.ts'), '')
  await build()
  expect(builds(), 'added').toBe(3)
  rmSync(join(source, 'pages', 'other.ts'))
  await build()
  expect(builds(), 'removed').toBe(4)
  rmSync(built, { recursive: true })
  await build()
  expect(builds(), 'the build is gone').toBe(5)
})

test('a build that fails is tried again', async () => {
  const { source, built } = project()
  const failing = buildOnce(built, [source], () => Promise.reject(new Error('No disk space')))
  await expect(failing).rejects.toThrow('No disk space')
  let builds = 0
  await buildOnce(built, [source], async () => void builds++)
  expect(builds).toBe(1)
})

test('builds at the same moment do not disturb each other, and files of the build before are gone', async () => {
  const { source, built } = project()
  const build = (names: readonly string[]) =>
    buildOnce(built, [source], async (into) => {
      for (const name of names) {
        await setImmediate()
        mkdirSync(dirname(join(into, name)), { recursive: true })
        writeFileSync(join(into, name), name)
      }
    })
  await build(['page.js', 'former/page.css'])
  writeFileSync(join(source, 'pages', 'page.ts'), 'export const page = 2')
  const names = ['page.js', 'fonts/latin.woff', 'fonts/arabic.woff']
  await Promise.all([build(names), build(names), build(names)])
  const files = globSync('**/*.*', { cwd: dirname(built) }).filter((file) => file.startsWith('built'))
  expect(files.sort()).toEqual(['built.key', ...names.map((name) => `built/${name}`)].sort())
})

test('the key of contents depends on names, contents and the given text', () => {
  const { source } = project()
  const key = contentKey([source])
  expect(contentKey([source])).toBe(key)
  expect(contentKey([source], 'stage=dev')).not.toBe(key)
  writeFileSync(join(source, 'pages', 'page.ts'), 'export const page = 3')
  expect(contentKey([source])).not.toBe(key)
})
