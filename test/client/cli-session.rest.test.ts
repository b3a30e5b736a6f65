import { expect, test } from 'vitest'
import { nodes } from '../support/client/nodes.ts'
import { bookOptions, courierCommand, signedInCommand } from '../support/client/courier.ts'
import { run } from '../support/client/run.ts'
import { liveServer } from '../support/realtime/server.ts'
import { seconds } from '../support/suite/time.ts'
import { waitUntil } from '../support/suite/wait.ts'

const until = (condition: () => boolean) => waitUntil(condition, { timeout: seconds(15), interval: 10 })

/** Starts `courier listen`, and collects what it prints. */
function listen({ begin }: Pick<Awaited<ReturnType<typeof courierCommand>>, 'begin'>, ...args: string[]) {
  const printed = { stdout: '', stderr: '' }
  const { child, ended } = begin(['listen', '--json', ...args])
  child.stdout.on('data', (data: Buffer) => (printed.stdout += data.toString()))
  child.stderr.on('data', (data: Buffer) => (printed.stderr += data.toString()))
  const events = () =>
    printed.stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
  return { child, ended, printed, events }
}

test('only its owner can read the session, which commands renew together, until it is ended', async () => {
  const { session, courier, json } = await signedInCommand()
  expect(session.mode()).toBe('600')
  const before = session.read()
  session.write({ ...before, accessToken: 'expired' })
  const none = { code: 0, stdout: '', stderr: 'courier: there are no shipments; courier book makes one\n' }
  expect(await Promise.all([courier('list'), courier('list')])).toEqual([none, none])
  const after = session.read()
  expect(session.mode()).toBe('600')
  expect(after.refreshToken).not.toBe(before.refreshToken)
  await json('book', ...bookOptions)
  expect(await json('sign-out')).toEqual([{ url: after.url }])
  expect(() => session.read()).toThrow('ENOENT')
  session.write({ ...after, accessToken: 'expired' })
  const ended = await courier('list')
  expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('(401 unauthenticated)\nSign in ') })
})

test('listen prints each event in a line, until it is interrupted', async () => {
  const command = await signedInCommand()
  const { child, ended, events, printed } = listen(command)
  await until(() => printed.stderr === 'courier: connected\n')
  const [{ tracking_id }] = await command.json('book', ...bookOptions)
  await until(() => events().length > 0)
  expect(events()[0]).toMatchObject({ type: 'shipment.status_changed', data: { tracking_id } })
  child.kill('SIGINT')
  expect((await ended).code).toBe(0)
  const refused = await command.courier('listen', '--channel', 'shipment:0192f3a4-5b6c-7d8e-9f01-23456789abcd')
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('courier: ') })
})

test('listen connects again and prints what it has missed', async () => {
  const server = await liveServer()
  const command = await courierCommand()
  command.session.write({
    url: server.baseUrl,
    accessToken: 'token-1',
    refreshToken: 'refresh-1',
    refreshKey: 'key-1',
  })
  const { child, ended, events, printed } = listen(command, '--after', 'evt_0')
  await until(() => printed.stderr === 'courier: connected\n')
  server.publish()
  await until(() => events().length === 1)
  server.kill()
  for (let n = 0; n < 4; n++) server.publish()
  await until(() => events().length === 5)
  expect(events().map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
  const reconnected = /^courier: connected\ncourier: .*; connecting again in \d\.\d s\ncourier: connected\n$/
  await until(() => reconnected.test(printed.stderr))
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
})

test('Node.js 20 has no WebSocket, and listen says so', async () => {
  const { cwd, env, session, program } = await courierCommand()
  session.write({ url: 'https://api.example', accessToken: '1', refreshToken: '2', refreshKey: '3' })
  for (const [version, node] of await nodes([])) {
    if (Number.parseInt(version) >= 22) continue
    const { code, stderr } = await run(node, [program, 'listen'], { cwd, env })
    expect(code).toBe(2)
    expect(stderr).toBe(
      `courier: courier listen needs Node.js 22 or later: v${version} has no WebSocket. GET /api/v1/events has the same events.\n`,
    )
  }
})
