import { expect, test } from 'vitest'
import { run } from '../support/client/run.ts'
import { blocksOf } from '../support/docs/pages.ts'

const page = 'docs/guide/webhooks.md'
const sample = (language: string, start: string) => {
  const { text } = blocksOf(page).find((block) => block.language === language && block.text.includes(start))!
  return text
}
const sentAt = 1795426201
const valid = {
  id: '0192f3a4-8e9f-7012-8345-6789abcdef01',
  timestamp: String(sentAt),
  signature: 'v1,CM8whu01eS8intOZoaLWsYODDd2EgZZebb7y8dgbOIQ=',
  now: sentAt,
}
type Sent = Partial<typeof valid>

/** Runs the sample, and then `verify` with other headers; the sample's own call succeeds. */
const verifiers: Record<string, (sent: Sent) => ReturnType<typeof run>> = {
  Python: ({ now, ...sent }) => {
    const { id, timestamp, signature } = { ...valid, ...sent }
    const changed = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
    const call = `
import json, sys
sent = {name: value for name, value in json.loads(sys.argv[1]).items() if value}
try:
    verify(secret, sent, b'{"type":"webhook.ping"}', now=${now})
except ValueError as error:
    sys.exit(str(error))
`
    return run('python3', ['-c', sample('python', 'def verify') + call, JSON.stringify(changed)])
  },
  shell: ({ now, ...sent }) => {
    const { id, timestamp, signature } = { ...valid, ...sent }
    const call = `printf %s '{"type":"webhook.ping"}' | verify "$secret" "$1" "$2" "$3" ${now}`
    const secret = `secret=whsec_Y291cmllcnMgZmx5IHdpdGggYmFncyBvZiBwYXJjZWxz`
    const script = `set -e\n${sample('sh', 'verify()')}\n${secret}\n${call}`
    return run('sh', ['-c', script, 'sh', id, timestamp, signature])
  },
}

test.each(Object.keys(verifiers))(
  'the verifier in %s accepts recent requests and names what is wrong',
  async (name) => {
    const outcomeOf = async (sent: Sent) => {
      const { code, stdout, stderr } = await verifiers[name]!({ now: sentAt, ...sent })
      expect(stdout).toBe('')
      return { code, stderr: stderr.trim() }
    }
    const accepted = { code: 0, stderr: '' }
    expect(await outcomeOf({})).toEqual(accepted)
    expect(await outcomeOf({ now: sentAt + 300 })).toEqual(accepted)
    expect(await outcomeOf({ signature: `v1a,x ${valid.signature}` })).toEqual(accepted)

    const wrong = { code: 1, stderr: 'the signature is wrong' }
    expect(await outcomeOf({ id: 'other' })).toEqual(wrong)
    expect(await outcomeOf({ signature: 'v1,sïgnature' })).toEqual(wrong)
    expect(await outcomeOf({ signature: '' })).toEqual(wrong)

    const old = { code: 1, stderr: 'the request is too old' }
    expect(await outcomeOf({ now: sentAt + 301 })).toEqual(old)
    expect(await outcomeOf({ now: sentAt - 301 })).toEqual(old)
    for (const timestamp of ['', 'a[$(exit)]'])
      expect(await outcomeOf({ timestamp }), timestamp).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/\S/),
      })
  },
)
