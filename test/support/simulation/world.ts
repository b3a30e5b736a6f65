import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import type { Answer } from '../api/answer.ts'
import { seededRandom } from '../chaos-proxy/faults/seeded-random.ts'
import { startInProcessCloud } from '../in-process/cloud.ts'
import { simulatedConditions, type Receivers } from './faults.ts'
import { createScheduler, simulateTime, type Scheduler } from './scheduler.ts'

/** How often a client sends a request again that had no answer. */
const maxAttempts = 60
/** How likely a client sends a request again while it still runs, since its network was slow. */
const impatience = 0.1

/** A service in virtual time. All its simulations use it one after the other, each with a company of its own. */
export async function openWorld(assembly: string) {
  simulateTime()
  let scheduler: Scheduler | undefined
  const receivers: Receivers = new Map()
  const cloud = await startInProcessCloud(
    assembly,
    simulatedConditions(() => scheduler, receivers),
  )

  /** One request, without the faults of a network. */
  async function request(key: string, token: string, body?: object, idempotencyKey?: string): Promise<Answer> {
    const [method = '', target = ''] = key.split(' ')
    const sent = Buffer.from(body === undefined ? '' : JSON.stringify(body))
    const headers = {
      host: 'localhost',
      'content-type': 'application/json',
      'content-length': String(sent.length),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    }
    const wire = { method, target, rawHeaders: Object.entries(headers).flat(), httpVersion: '1.1' }
    const address = `10.${requests >> 16}.${(requests >> 8) & 255}.${requests++ & 255}`
    const response = await cloud.handle({ ...wire, sourceIp: address }, () => Promise.resolve(sent))
    const bytes = Buffer.from(response.body)
    const text = bytes.toString()
    return {
      status: response.statusCode,
      headers: response.headers as Record<string, string>,
      bytes,
      text,
      body: JSON.parse(text || 'null'),
    }
  }
  let requests = 0

  /** A request as our client sends it: again, with the same key, until there is an answer that is not a failure. */
  async function persist(key: string, token: string, body?: object): Promise<Answer> {
    const idempotencyKey = key.startsWith('POST') ? randomUUID() : undefined
    for (let attempt = 1; ; attempt++) {
      const sendings = scheduler?.chance(impatience) ? 2 : 1
      if (sendings > 1) scheduler?.note(`${key} is sent twice at once`)
      const answers = await Promise.all(
        Array.from({ length: sendings }, () => request(key, token, body, idempotencyKey)),
      )
      const answer = answers.find(({ status }) => status < 500) ?? (answers[0] as Answer)
      if (answer.status < 500) return answer
      if (attempt === maxAttempts) throw new Error(`${key} has no answer: ${answer.status} ${answer.text}`)
      scheduler?.note(`${key} → ${answer.status}, sent again`)
      await new Promise((resolve) => setTimeout(resolve, 100 * attempt))
    }
  }

  /** Verifies an e-mail address. Its letter is not part of the simulation. */
  async function verifyAddress(email: string): Promise<void> {
    const { store } = cloud.partsOf(cloud.environment, () => cloud.ownerToken)
    for (const item of cloud.items())
      if (item.email === email && 'email_verified' in item)
        await store.update({ update: { pk: item.pk, sk: item.sk }, change: { set: { email_verified: true } } })
  }

  /** The messages in the queues. */
  const queued = () =>
    cloud.queues.list
      .map((queue) => cloud.queues.count(queue))
      .reduce((sum, { visible, hidden, delayed }) => sum + visible + hidden + delayed, 0)

  return {
    request,
    persist,
    verifyAddress,
    receivers,
    items: cloud.items,
    /** Runs tasks at once under the seed, until they have ended and all events, queues and jobs are done. */
    async simulate(seed: number, tasks: (scheduler: Scheduler) => Promise<unknown>[]): Promise<void> {
      const current = createScheduler(seed)
      scheduler = current
      // The waiting of retries is random.
      const random = vi.spyOn(Math, 'random').mockImplementation(seededRandom(seed).random)
      try {
        const all = Promise.all(tasks(current))
        let isOver: 'done' | 'failed' | undefined
        all.then(
          () => (isOver = 'done'),
          () => (isOver = 'failed'),
        )
        await current.run(() => isOver === 'failed' || (isOver === 'done' && queued() === 0 && cloud.isIdle()))
        await all
      } finally {
        scheduler = undefined
        random.mockRestore()
      }
    },
  }
}
export type World = Awaited<ReturnType<typeof openWorld>>
