import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { newSecret, signatureHeaders } from '../../shared/messaging/webhooks/signature.ts'
import { receiver } from '../support/webhooks/receiver.ts'
import { postWebhook } from '../../shared/messaging/webhooks/post.ts'

const body = fc.json()
const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,40}$/)
/** The library accepts messages that are at most five minutes old. */
const at = fc.integer({ min: -200, max: 200 }).map((seconds) => new Date(Date.now() + seconds * 1000))
const secret = fc.constant(null).map(newSecret)
const message = fc.record({ id, at, body })

/** Replaces one character of a text. */
const changed = (text: string, where: number, to: string) => {
  const index = where % text.length
  return text.slice(0, index) + to + text.slice(index + 1)
}

test('a secret is 24 random bytes in base64, and no two are equal', () => {
  const secrets = Array.from({ length: 100 }, newSecret)
  for (const one of secrets) expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
  expect(new Set(secrets).size).toBe(100)
})

test('a signature verifies with each of its secrets, and with no other', () => {
  fc.assert(
    fc.property(message, fc.array(secret, { minLength: 1, maxLength: 3 }), secret, (signed, secrets, other) => {
      const headers = signatureHeaders(secrets, signed)
      for (const one of secrets)
        expect(new Webhook(one).verify(signed.body, headers)).toEqual(JSON.parse(signed.body))
      expect(() => new Webhook(other).verify(signed.body, headers)).toThrow('No matching signature')
    }),
  )
})

test.each(['body', 'webhook-id', 'webhook-timestamp', 'webhook-signature'] as const)(
  'verification fails for one changed character of the %s',
  (part) => {
    fc.assert(
      fc.property(message, secret, fc.nat(), fc.stringMatching(/^[!-~]$/), (signed, one, where, to) => {
        const sent = { body: signed.body, ...signatureHeaders([one], signed) }
        const received = { ...sent, [part]: changed(sent[part], where, to) }
        fc.pre(received[part] !== sent[part])
        const { body, ...headers } = received
        expect(() => new Webhook(one).verify(body, headers)).toThrow(Error)
      }),
      { numRuns: 500 },
    )
  },
)

test('an id with a dot is refused, because the signed text would be ambiguous', () => {
  expect(() => signatureHeaders([newSecret()], { id: 'evt.1', at: new Date(), body: '{}' })).toThrow('no dot')
})

test('the receiver gets exactly the signed bytes', async () => {
  const secrets = [newSecret(), newSecret()]
  const body = JSON.stringify({ to: 'გიორგი, Гиорги 📦' })
  const arrived: { headers: Record<string, string>; bytes: Buffer; method: string | undefined }[] = []
  const { url } = await receiver((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method, headers } = request
      arrived.push({ method, headers: headers as Record<string, string>, bytes: Buffer.concat(chunks) })
      response.writeHead(204).end()
    })
  })
  const headers = signatureHeaders(secrets, { id: 'evt_1', at: new Date(), body })
  expect(await postWebhook({ url, headers, body }, { loopback: true })).toEqual({ status: 204 })
  expect(arrived).toHaveLength(1)
  const [{ method, headers: got, bytes }] = arrived as [(typeof arrived)[0]]
  expect({ method, type: got['content-type'], agent: got['user-agent'] }).toEqual({
    method: 'POST',
    type: 'application/json',
    agent: 'Courier-Logistics-Webhooks/1',
  })
  for (const one of secrets) expect(new Webhook(one).verify(bytes, got)).toEqual(JSON.parse(body))
})
