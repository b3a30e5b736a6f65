import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import { StartupError } from '../../lib/local/runtime/startup-error.ts'
import { firstAnswer, type Contender } from './boot.ts'
import type { Scene } from './scene.ts'

/**
 * Holds peers against our own function: the same fields in the answers to the same requests, and the same calls of
 * DynamoDB, but for ids and moments. Throws StartupError for the first that is not so: a comparison would be none.
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
      // What asks DynamoDB and nothing else has no answer to give.
      if (callsAlone.includes(one)) theirs.answer = ours.answer
      if (isDeepStrictEqual(theirs, ours)) continue
      const [here, there] = [theirs, ours].map((what) => `${what.calls.join('\n')}\n${what.answer}`)
      throw new StartupError(`${one.name} does other than we do:\n${here}\nin place of\n${there}`)
    }
  }
}

/** A value with lengths in place of its texts, and its fields in order: all that does not differ from time to time. */
const shape = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'string') return part.length
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
  })

/** Stands before DynamoDB and notes what is asked. */
async function recorder(upstream: string) {
  const noted: string[] = []
  const server = createServer((incoming, outgoing) => {
    void buffer(incoming).then((sent) => {
      const { headers, method } = incoming
      noted.push(`${String(headers['x-amz-target'])} ${shape(JSON.parse(sent.toString()))}`)
      request(upstream, { headers, method }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      }).end(sent)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take: () => noted.splice(0),
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
