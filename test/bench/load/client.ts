import { Agent, get } from 'node:http'

// Sends a number of requests to a URL, with a number of them in flight. Runs in a separate process, so that it does not
// slow down the measured server.

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
  let remaining = requests
  const statuses = new Set<number>()
  const worker = async () => {
    while (remaining-- > 0) statuses.add(await ask(url, authorization))
  }
  const start = performance.now()
  Promise.all(Array.from({ length: inFlight }, worker)).then(
    () =>
      process.send?.({ perSecond: (1000 * requests) / (performance.now() - start), statuses: [...statuses] }),
    (error: unknown) => process.send?.({ perSecond: 0, statuses: [String(error)] }),
  )
})
