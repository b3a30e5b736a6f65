import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import { StartupError } from '../../lib/local/runtime/startup-error.ts'
import { firstAnswer, type Contender } from './boot.ts'
import type { Scene } from './scene.ts'

/**
 * Checks that peers behave like our own function: for the same requests, their responses have the same fields and they
 * make the same DynamoDB calls, except for ids and times. Throws StartupError for the first difference, which would make
 * the comparison invalid.
 */
export async function expectAlike(
  scene: Scene,
  us: Contender,
  { peers, callsAlone = [] }: { peers: readonly Contender[]; callsAlone?: readonly Contender[] },
): Promise<void> {
  for (const peer of peers) await firstAnswer(peer, scene.health)
  await using calls = await recorder(us.environment['AWS_ENDPOINT_URL_DYNAMODB'] ?? '')
  for (const request of [scene.create, scene.read]) {
    const seen = async (one: Contender) => {
      const environment = { ...one.environment, AWS_ENDPOINT_URL_DYNAMODB: calls.url }
      const { body } = await firstAnswer({ ...one, environment }, request)
      return { calls: calls.take(), answer: shape(JSON.parse(body || '{}')) }
    }
    const ours = await seen(us)
    for (const one of [...peers, ...callsAlone]) {
      const theirs = await seen(one)
      // A contender that only calls DynamoDB has no response to compare.
      if (callsAlone.includes(one)) theirs.answer = ours.answer
      if (isDeepStrictEqual(theirs, ours)) continue
      const [here, there] = [theirs, ours].map((what) => `${what.calls.join('\n')}\n${what.answer}`)
      throw new StartupError(`${one.name} differs from our function:\n${here}\ninstead of\n${there}`)
    }
  }
}

/** A value with sorted fields, and with lengths instead of strings, which may differ between requests. */
const shape = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'string') return part.length
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
  })

/** The reading of the user and the session behind a token, every five seconds, which peers do not do. It counts in our time. */
const isSessionCheck = (call: object) =>
  'Key' in call && /^(USER|SESSION#.*)$/.test((call.Key as { sk: { S: string } }).sk.S)

/** A proxy in front of DynamoDB that records calls. */
async function recorder(upstream: string) {
  const recorded: string[] = []
  const server = createServer((incoming, outgoing) => {
    void buffer(incoming).then((sent) => {
      const { headers, method } = incoming
      const call = JSON.parse(sent.toString()) as object
      if (!isSessionCheck(call)) recorded.push(`${String(headers['x-amz-target'])} ${shape(call)}`)
      request(upstream, { headers, method }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      }).end(sent)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take: () => recorded.splice(0),
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
