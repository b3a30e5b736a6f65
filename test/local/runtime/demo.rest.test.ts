import { execFile } from 'node:child_process'
import { dirname, join } from 'node:path'
import { expect, inject, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..', '..')

/** Runs the command in a new process. */
const demo = (args: string[], variables: Record<string, string> = {}) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const env = { PATH: process.env['PATH'], ...variables }
    execFile(process.execPath, ['bin/demo.ts', ...args], { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })

test.each<[string, () => ReturnType<typeof demo>, RegExp]>([
  [
    'the local service, whose flight-data provider reports the departure',
    () => demo([], { LOCAL_DATA_DIR: dirname(inject('functionLog')) }),
    /POST \/flights\/\S+\/sync +DEPARTED/,
  ],
  [
    'a service at a URL, where the demo enters the departure itself',
    () => demo(['--url', inject('url')]),
    /PUT +\/flights\/\S+ +DEPARTED/,
  ],
])('the demo sends a parcel from Moscow to Tbilisi with %s', async (_, run, departure) => {
  const { code, stdout, stderr } = await run()
  expect(stdout).toMatch(departure)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const timeline = stdout.matchAll(/^ {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}(\S+) +(.+)$/gm)
  expect([...timeline].map(([, place, words]) => `${place} ${words}`)).toEqual([
    'MOW-1 Shipment booked',
    'MOW-1 Package registered',
    'SVO Packed into a bag',
    'SVO Courier and flight assigned',
    'SVO Bag sealed',
    'SVO Checked in at the airline',
    'SVO Flight departed',
    'TBS Flight arrived',
    'TBS-1 Arrived at the warehouse',
    'TBS-1 Ready for pickup',
    'TBS-1 Delivered to the recipient',
  ])
  const live = [...stdout.matchAll(/^ {2}◦ live: (\w+)\.status_changed \S+ (.+)$/gm)]
  const movesOf = (kind: string) => live.flatMap(([, one, move]) => (one === kind ? [move] : []))
  expect(movesOf('shipment')).toEqual([
    'RECEIVED',
    'RECEIVED → IN_TRANSIT',
    'IN_TRANSIT → CONSOLIDATING',
    'CONSOLIDATING → READY_FOR_PICKUP',
    'READY_FOR_PICKUP → DELIVERED',
  ])
  expect(movesOf('flight')).toEqual(['SCHEDULED', 'SCHEDULED → DEPARTED', 'DEPARTED → ARRIVED'])
  expect(movesOf('bag').at(-1)).toBe('IN_TRANSIT → DELIVERED')
  expect(stdout).toMatch(/IN_TRANSIT +The package flies with its bag/)
  // There are colours only on a terminal.
  expect(stdout).not.toContain('\u001b')
  const [address = ''] = /http\S+\/track\/TRK-\w+/.exec(stdout) ?? []
  expect(await (await fetch(address)).json()).toMatchObject({ status: 'DELIVERED' })
})

test('if the service is unreachable or another server answers, the demo says so in one line', async () => {
  const refusal = async (...args: string[]) => {
    const { code, stdout, stderr } = await demo(args)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^[^\n]+\n$/)
    return stderr
  }
  // A loopback address without a listener.
  expect(await refusal('--url', 'http://127.255.255.254:9999')).toContain(
    'GET http://127.255.255.254:9999/ got no response: connect ECONNREFUSED',
  )
  expect(await refusal('--url', `${inject('url')}/api`)).toContain('/api/ failed: 404 ')
  expect(await refusal('--url', 'localhost')).toContain('http://127.0.0.1:3000')
  expect(await refusal('--story')).toContain('Usage: npm run demo')
})
