import { expect, test, vi } from 'vitest'
import { keptSecrets } from '../../shared/config/secrets.ts'
import { readSettings } from '../../shared/config/settings.ts'

const settings = readSettings(() => undefined)
const make = (keys: Record<string, string>) => keys[1]

test('each secret is fetched once and cached separately, even with the same factory function', async () => {
  const fetched: string[] = []
  const fetch = async (name: string) => JSON.stringify({ 1: `${fetched.push(name)} ${name}` })
  const secret = keptSecrets(fetch, settings)
  expect(await secret('sealing', make)).toBe('1 sealing')
  expect(await secret('personal', make)).toBe('2 personal')
  expect(await secret('sealing', make)).toBe('1 sealing')
  expect(fetched).toEqual(['sealing', 'personal'])
})

test('a secret is fetched again if it is older than the caller accepts; if that fails, the old value stays cached', async () => {
  let seconds = 0
  const elapsed = vi.spyOn(performance, 'now').mockImplementation(() => 1000 * seconds)
  let fetched = 0
  let fails = false
  const secret = keptSecrets(async () => {
    if (fails) throw new Error('cannot be reached')
    return JSON.stringify({ 1: `${++fetched}` })
  }, settings)
  expect(await secret('qr', make)).toBe('1')
  seconds += 1
  expect(await secret('qr', make, 1.001)).toBe('1')
  expect(await secret('qr', make, 1)).toBe('2')
  expect(await secret('qr', make)).toBe('2')
  fails = true
  seconds += 1
  await expect(secret('qr', make, 1)).rejects.toThrow('cannot be reached')
  await expect(secret('qr', make)).resolves.toBe('2')
  seconds += 299
  await expect(secret('qr', make)).rejects.toThrow('cannot be reached')
  elapsed.mockRestore()
})
