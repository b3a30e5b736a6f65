import { expect, test } from 'vitest'
import { keptSecrets } from '../../shared/secrets.ts'
import { readSettings } from '../../shared/settings.ts'

test('two secrets are kept apart, also where the same is made of both; each is fetched once', async () => {
  const fetched: string[] = []
  const fetch = async (name: string) => JSON.stringify({ 1: `${fetched.push(name)} ${name}` })
  const secret = keptSecrets(
    fetch,
    readSettings(() => undefined),
  )
  const make = (keys: Record<string, string>) => keys[1]
  expect(await secret('sealing', make)).toBe('1 sealing')
  expect(await secret('personal', make)).toBe('2 personal')
  expect(await secret('sealing', make)).toBe('1 sealing')
  expect(fetched).toEqual(['sealing', 'personal'])
})
