import { expect, test } from 'vitest'
import { rotateKeyring } from '../../shared/config/secrets.ts'
import { numberedKeys } from '../../shared/domain/users/phone-keys.ts'

test('after a rotation of the keyring, the new key is first, the older one still opens, and the next one is not used yet', () => {
  const ring = { 1: 'first' }
  const announced = rotateKeyring(ring, 'second', 2)
  expect(numberedKeys(announced).map(({ key }) => key)).toEqual(['first'])
  const rotated = rotateKeyring(announced, 'third', 2)
  expect(numberedKeys(rotated).map(({ key }) => key)).toEqual(['second', 'first'])
})
