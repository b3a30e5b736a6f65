'use strict'
// Runs a function like the Lambda runtime: `boot.cjs bundle [event]`. With an event (JSON), it invokes the function once
// and prints the times since the process started on the last line. Without one, it runs rounds on request.
// This file is CommonJS, because its load time is part of the measurement.
const [, , bundle, event] = process.argv
const context = {
  awsRequestId: '3f0c5f0e-6a0b-4c0e-9d43-0e7a5a1f7c11',
  functionName: 'bench',
  memoryLimitInMB: '1024',
  getRemainingTimeInMillis: () => 25_000,
}
const { handler } = module.require(bundle)
// Do not use `performance`: it would be loaded although the function may not need it.
const now = () => 1000 * process.uptime()
const loaded = now()

/** The CPU time of this process in milliseconds: user and system, all threads. */
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

/** Runs a round: invokes the function `times` times in sequence with the same event, and sends the mean times. */
async function answerRound({ event, times }) {
  // Handlers may modify their event, so each invocation gets its own copy.
  const events = Array.from({ length: times }, () => JSON.parse(event))
  const statuses = new Set()
  const [before, start] = [process.cpuUsage(), now()]
  for (const one of events) statuses.add((await handler(one, context)).statusCode)
  const [cpu, wall] = [cpuSince(before) / times, (now() - start) / times]
  process.send({ cpu, wall, statuses: [...statuses] })
}

if (event) void answerOnce()
else process.on('message', (round) => void answerRound(round))
