import { Agent, get } from 'node:http'

// In a process of its own, so that it takes no turn from what it measures: asks for a URL so many times, so many at once.

interface Task {
  url: string
  authorization: string
  requests: number
  inFlight: number
}

const agent = new Agent({ keepAlive: true })
const ask = (url: string, authorization: string) =>
  new Promise<number>((resolve, reject) => {
    get(url, { agent, headers: { authorization } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    }).on('error', reject)
  })

process.on('message', ({ url, authorization, requests, inFlight }: Task) => {
  let left = requests
  const statuses = new Set<number>()
  const lane = async () => {
    while (left-- > 0) statuses.add(await ask(url, authorization))
  }
  const began = performance.now()
  Promise.all(Array.from({ length: inFlight }, lane)).then(
    () => process.send?.({ aSecond: (1000 * requests) / (performance.now() - began), statuses: [...statuses] }),
    (error: unknown) => process.send?.({ aSecond: 0, statuses: [String(error)] }),
  )
})
