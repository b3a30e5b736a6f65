import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { bookOptions, courierCommand } from '../support/client/courier.ts'

test('a command line that cannot run says what to write, and exits with 2', async () => {
  const { courier, env } = await courierCommand()
  const stderrOf = async (...args: string[]) => {
    const { code, stdout, stderr } = await courier(...args)
    expect({ code, stdout }, args.join(' ')).toEqual({ code: 2, stdout: '' })
    return stderr
  }
  expect(await stderrOf('fly')).toContain('fly is not a command. courier --help')
  expect(await stderrOf('bokk')).toContain('bokk is not a command: did you mean book? courier --help')
  expect(await stderrOf('list')).toContain('Write --url')
  expect(await stderrOf('list', '--url', 'ftp://api.example')).toContain('is not the address of a service')
  env['COURIER_URL'] = 'https://api.example/'
  expect(await stderrOf('list')).toContain('Sign in: courier sign-in --url https://api.example\n')
  expect(await stderrOf('sign-in')).toContain('no terminal to ask on: write --email')
  expect(await stderrOf('track')).toContain('Write courier track <tracking id>.')
  expect(await stderrOf('track', 'one', 'two')).toContain('two is one argument too many')
  expect(await stderrOf('list', 'all')).toContain('all is one argument too many: write courier list. ')
  expect(await stderrOf('list', '--nothing')).toContain("Unknown option '--nothing'. courier list --help")
  expect(await stderrOf('list', '--serch', 'x')).toContain(
    "'--serch': did you mean --search? courier list --help",
  )
})

test('an option whose value is missing or wrong says which values it takes, and exits with 2', async () => {
  const { courier, env } = await courierCommand()
  // Never asked: the command line is wrong before.
  env['COURIER_URL'] = 'http://127.0.0.1:2'
  env['COURIER_EMAIL'] = env['COURIER_PASSWORD'] = 'x'
  const stderrOf = async (...args: string[]) => {
    const { code, stderr } = await courier(...args)
    expect(code, args.join(' ')).toBe(2)
    expect(stderr).not.toMatch(/\.\.|\?\./)
    return stderr
  }
  const number = '--weight -3: write a number of 0 or more, such as --weight 2.5\n'
  expect(await stderrOf('book', '--weight', '-3')).toContain(number)
  expect(await stderrOf('pack', 'TRK-1', '--weight=-3')).toContain(number)
  const missing = await stderrOf('book', '--weight', '--origin', 'Moscow')
  expect(missing).toContain(
    '--weight needs a value: write --weight KG, or --weight=KG if it begins with a dash.',
  )
  expect(await stderrOf('book', '--sender-name', 'A', '--weight', '3')).toContain(
    'missing: --sender-phone, --recipient-name, --recipient-phone, --origin, --destination. Write them',
  )
  for (const limit of ['x', '2.5', '0', '-1'])
    expect(await stderrOf('list', '--limit', limit)).toContain(
      `--limit ${limit}: write a whole number of 1 or more, such as --limit 20`,
    )
  for (const channel of ['foo', 'shipment:TRK-1'])
    expect(await stderrOf('listen', '--channel', channel)).toContain(
      `--channel ${channel}: write tenant, board, shipment:<id>, bag:<id> or flight:<id>`,
    )
  expect(await stderrOf('label', 'PKG-123')).toContain('PKG-123 is the code of a package: write its id, or ')
})

test.each([
  ['without an X-Request-Id', 404, 'application/json', '{"error":"not_found","message":"No such file"}'],
  ['without an X-Request-Id', 200, 'application/json', '{}'],
  ['a page', 200, 'text/html', '<h1>Welcome</h1>'],
])(
  'an answer %s (%d, %s) is not that of the service, and courier says so',
  async (what, status, type, body) => {
    const server = createServer((_request, response) =>
      response.writeHead(status, { 'Content-Type': type }).end(body),
    ).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { courier, env } = await courierCommand()
    env['COURIER_EMAIL'] = env['COURIER_PASSWORD'] = 'x'
    for (const args of [
      ['track', 'TRK-1'],
      ['book', ...bookOptions],
    ]) {
      const { code, stderr } = await courier(...args, '--url', url)
      expect(code).toBe(1)
      expect(stderr).toBe(
        `courier: ${url} is not the service: its answer (${status}) is ${what}. Check the address (--url).\n`,
      )
    }
  },
)

test('help is printed for the command and for each of its commands', async () => {
  const { courier } = await courierCommand()
  const { stdout } = await courier('--help')
  expect((await courier('book', '-h')).stdout).toMatch(/^courier book/)
  const names = [...stdout.matchAll(/^ {2}courier (\S+)/gm)].map(([, name = '']) => name)
  expect(names).toEqual(expect.arrayContaining(['sign-in', 'book', 'listen', 'sign-out']))
  const helps = await Promise.all(names.map((name) => courier(name, '--help')))
  for (const [n, { code, stdout }] of helps.entries()) {
    expect(code).toBe(0)
    expect(stdout).toMatch(new RegExp(`^courier ${names[n]}\\b[^]*--json`))
  }
})
