import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sealer } from '../../shared/core/seal.ts'

const one = sealer({ '1': 'first key' })

describe('a sealed text', () => {
  test('opens in its context, and nowhere else', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), fc.string(), (text, context, other) => {
        const sealed = one.seal(text, context)
        expect(one.open(sealed, context)).toBe(text)
        if (other !== context) expect(one.open(sealed, other)).toBeUndefined()
      }),
    )
  })

  test('does not open with any one character changed, dropped or added', () => {
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

  test('never throws at what strangers send', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (junk) => void expect(one.open(junk, 'list')).toBeUndefined()),
    )
  })

  test('stays open when a newer key seals', () => {
    const both = sealer({ '1': 'first key', '2': 'second key' })
    expect(both.open(one.seal('text', 'c'), 'c')).toBe('text')
    expect(one.open(both.seal('text', 'c'), 'c')).toBeUndefined()
  })
})
