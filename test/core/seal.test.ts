import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sealer } from '../../shared/core/seal.ts'

const one = sealer({ '1': 'first key' })

describe('a sealed value', () => {
  test('opens only in its context', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), fc.string(), (text, context, other) => {
        const sealed = one.seal(text, context)
        expect(one.open(sealed, context)).toBe(text)
        if (other !== context) expect(one.open(sealed, other)).toBeUndefined()
      }),
    )
  })

  test('does not open if a character is changed, removed or added', () => {
    const sealed = one.seal('{"pk":"SHIP#1"}', 'list')
    const characters = '.-_0189azAZ'
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), fc.constantFrom(...characters.split(''), ''), (at, character) => {
        const changed = sealed.slice(0, at) + character + sealed.slice(at + 1)
        if (changed !== sealed) expect(one.open(changed, 'list')).toBeUndefined()
        expect(one.open(sealed.slice(0, at) + 'A' + sealed.slice(at), 'list')).toBeUndefined()
      }),
    )
  })

  test('cannot be replaced by an arbitrary string: open returns undefined and does not throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (junk) => void expect(one.open(junk, 'list')).toBeUndefined()),
    )
  })

  test('still opens after a newer key was added', () => {
    const both = sealer({ '1': 'first key', '2': 'second key' })
    expect(both.open(one.seal('text', 'c'), 'c')).toBe('text')
    expect(one.open(both.seal('text', 'c'), 'c')).toBeUndefined()
  })
})
