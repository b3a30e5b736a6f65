import { expect, test } from 'vitest'
import { commonest } from '../../bin/generate/common-passwords.ts'
import { rejectWeakPassword } from '../../shared/auth/weak-passwords.ts'
import { readFunctionSettings } from '../../shared/config/function-settings.ts'

const settings = readFunctionSettings(() => undefined)
const accepts = (password: string) => {
  try {
    rejectWeakPassword(settings, password, ['anna@swift-couriers.example', 'Swift Couriers'])
    return true
  } catch {
    return false
  }
}

test('the 3,000 commonest passwords of the permitted length are refused, in any letter case', () => {
  const first = commonest.slice(0, 3000)
  expect(first).toHaveLength(3000)
  expect(first.filter((password) => accepts(password) || accepts(password.toUpperCase()))).toEqual([])
})

test.each(['courier1', 'Summer2026!', 'Март2026', 'swiftcouriers1', 'abababab'])(
  '%s is refused, which an attacker tries here first',
  (password) => expect(accepts(password)).toBe(false),
)

test.each(['correct horse battery', 'a long pass phrase', 'пароль для курьеров'])(
  '%s is accepted',
  (password) => expect(accepts(password)).toBe(true),
)
