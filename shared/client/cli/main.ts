#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { run } from './run.ts'

// The command `courier`. `| head` closes the output before its end: that is not an error.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1))
const [first = '--help', ...rest] = process.argv.slice(2)
if (first === '--version') {
  const file = readFileSync(new URL('package.json', import.meta.url), 'utf8')
  console.log((JSON.parse(file) as { version: string }).version)
} else process.exitCode = await run(first, rest)
