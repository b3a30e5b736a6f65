'use strict'
// The Lambda runtime in a process of its own: `boot.cjs bundle [event]`. With an event (JSON) it answers that one and
// says on its last line how long all took since the process began; without one it answers as often as it is told to.
// CommonJS, because loading this file is part of what is measured.
const [, , bundle, event] = process.argv
const context = {
  awsRequestId: '3f0c5f0e-6a0b-4c0e-9d43-0e7a5a1f7c11',
  functionName: 'bench',
  memoryLimitInMB: '1024',
  getRemainingTimeInMillis: () => 25_000,
}
const { handler } = module.require(bundle)
// Not `performance`, which a function may never load.
const now = () => 1000 * process.uptime()
const loaded = now()

/** CPU of this process in milliseconds, user and system, all of its threads. */
const cpuSince = (before) => {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

async function answerOnce() {
  const { statusCode, body } = await handler(JSON.parse(event), context)
  const answered = now()
  console.log(`\n${JSON.stringify({ loaded, answered, cpu: cpuSince(), statusCode, body })}`)
  process.exit()
}

/** One round: the same event so many times, one after the other; milliseconds of each. */
async function answerAgain({ event, times }) {
  // Handlers may write into their event, so each gets one of its own.
  const events = Array.from({ length: times }, () => JSON.parse(event))
  const statuses = new Set()
  const [before, began] = [process.cpuUsage(), now()]
  for (const one of events) statuses.add((await handler(one, context)).statusCode)
  const [cpu, wall] = [cpuSince(before) / times, (now() - began) / times]
  process.send({ cpu, wall, statuses: [...statuses] })
}

if (event) void answerOnce()
else process.on('message', (round) => void answerAgain(round))
