import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isName, mutate, tokensOf } from './mutant.ts'
import { mutants } from './rows.ts'

const root = join(import.meta.dirname, '../../..')
const sourceOf = (file: string) => readFileSync(join(root, file), 'utf8')

// `npm run proof` takes minutes to run all mutants. These tests only check that the mutants can be applied.
test('every mutant’s code occurs in its file, and its test files exist', () => {
  const faults = mutants
    .map((mutant) => mutate(sourceOf(mutant.file), mutant))
    .flatMap(({ fault }) => fault ?? [])
  expect(faults).toEqual([])
  const files = new Set(mutants.flatMap(({ tests }) => tests))
  expect([...files].filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test('every mutant’s `by` occurs in one of its test files', () => {
  const unknown = mutants.filter(({ by, tests }) => !tests.some((file) => sourceOf(file).includes(by ?? '')))
  expect(unknown.map(({ about, by }) => `${about}: ${by}`)).toEqual([])
})

test('a mutant inserts the same bug after identifiers were renamed in the source', () => {
  for (const mutant of mutants) {
    const names = new Set(tokensOf(mutant.from).filter(isName))
    const withoutSpace = (code = '') => code.replace(/\s/g, '')
    const renamed = (code = '') =>
      tokensOf(code)
        .map((token) => (names.has(token) ? `${token}Renamed` : token))
        .join('')
    const source = sourceOf(mutant.file)
    const { fault, mutated } = mutate(renamed(source), mutant)
    expect(fault).toBeUndefined()
    expect(withoutSpace(mutated)).toBe(withoutSpace(renamed(mutate(source, mutant).mutated)))
  }
})

test('every mutant is unique and changes the code', () => {
  const changes = mutants.map(({ file, from, to }) => JSON.stringify([file, from, to]))
  expect(new Set(changes).size).toBe(changes.length)
  expect(mutants.filter(({ from, to }) => from === to)).toEqual([])
})
