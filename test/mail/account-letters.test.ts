import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { composeEmail } from '../../shared/auth/codes/compose-email.ts'
import { parseOutboxMessage } from '../../shared/db/stores/outbox.ts'
import { accountLetters } from '../../shared/domain/users/account-letters.ts'
import type { UserRecord } from '../../shared/domain/users/record.ts'
import { inProcess } from '../support/in-process/service.ts'

test.each([
  ['courier', /\/work$/],
  ['manager', /\/console#\/sessions$/],
] as const)('the e-mail about the account of a %s leads to their page', async (role, address) => {
  const { runtime } = inProcess()
  const user = { email: 'anna@example.com', email_verified: true, is_active: true, role } as UserRecord
  const ctx = { now: runtime.clock(), newId: randomUUID }
  const [letter] = accountLetters(ctx, 'password_changed', [user])
  const email = await composeEmail(parseOutboxMessage((letter as { put: object }).put), runtime)
  const [link] = /https?:\/\/\S+/.exec(email!.text)!
  expect(link).toMatch(address)
})
