import { expect, test } from 'vitest'
import { caller } from '../../support/api/client.ts'
import { newTenant } from '../../support/api/tenant.ts'
import { noticed, settled } from './notices.fixture.ts'

/** A shipment whose notice has arrived, with the token of its link that stops more. */
async function arrived() {
  const one = await noticed()
  await one.put('READY_FOR_PICKUP')
  await settled(one)
  const [email] = await one.emails()
  const token = /#stop=(\S+)$/m.exec(email!.body.text)![1]!
  return { ...one, email: email!, token, path: `/api/v1/notices/${token}/stop` }
}
const call = caller()

test('the token in a notice shows no address', async () => {
  const { to, token, email } = await arrived()
  expect(Buffer.from(token.split('.')[1]!, 'base64url').toString('latin1')).not.toContain('giorgi')
  expect(email.body.text).not.toContain(to)
})

test('opening the address changes nothing and leads to the tracking page; the click stops, the other starts', async () => {
  const one = await arrived()
  const opened = await call(`GET ${one.path}`)
  expect([opened.status, opened.headers['location']]).toEqual([
    303,
    expect.stringMatching(new RegExp(`/track/${one.shipment.tracking_id}#stop=${one.token}$`)),
  ])
  const next = async () => {
    const other = await noticed({ recipient_email: one.to }, one.tenant)
    await other.put('READY_FOR_PICKUP')
    return (await settled(other))[0]![2]
  }
  expect(await next()).toBe('SENT')
  const click = {
    raw: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }
  for (let n = 0; n < 2; n++) {
    const stopped = await call(`POST ${one.path}`, click)
    expect([stopped.status, stopped.body]).toEqual([200, { stopped: true }])
  }
  expect(await next()).toBe('SUPPRESSED')
  const choice = await call(`GET ${one.path.replace('/stop', '')}`)
  expect([choice.status, choice.body]).toEqual([200, { stopped: true }])
  const again = await one.tenant.send(`POST /api/v1/shipments/${one.shipment.id}/notices`)
  expect([again.status, again.body.detail]).toEqual([409, 'The address gets no notices: stopped'])
  for (let n = 0; n < 2; n++) {
    const { status, body } = await one.tenant.send(`POST /api/v1/shipments/${one.shipment.id}/handover-code`)
    expect([status, body.reason], 'no code was sent').toEqual([409, 'recipient_address_stopped'])
  }
  const started = await call(`POST ${one.path.replace('/stop', '/start')}`)
  expect([started.status, started.body]).toEqual([200, { stopped: false }])
  expect(await next()).toBe('SENT')
})

test('a stop is of one company', async () => {
  const one = await arrived()
  await call(`POST ${one.path}`)
  const other = await noticed({ recipient_email: one.to }, await newTenant())
  await other.put('READY_FOR_PICKUP')
  expect(await settled(other)).toEqual([['READY_FOR_PICKUP', 'recipient', 'SENT']])
})

test.each(['GET ', 'GET stop', 'POST stop', 'POST start'])(
  '%s does not find a token of another service',
  async (what) => {
    const { token } = await arrived()
    const [method, choice] = what.split(' ')
    for (const wrong of ['x', `${token}A`, token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))]) {
      const { status, body } = await call(`${method} /api/v1/notices/${wrong}${choice && `/${choice}`}`)
      expect([status, body.detail]).toEqual([404, 'Notice not found'])
    }
  },
)
