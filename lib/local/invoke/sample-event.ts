import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError, errorMessage } from '../runtime/startup-error.ts'
import type { Invoke } from './invoker.ts'

const samples = join(import.meta.dirname, '../../..', 'test/events')
const placeholder = /<([a-z]\w*)>/g

/** The response fields that provide values. */
interface ResponseFields {
  id?: string
  tracking_id?: string
  access_token?: string
  user?: { email: string }
}

interface Source {
  sample: string
  value: (fields: ResponseFields) => string | undefined
}

/** Default values of placeholders: each is taken from the response to a sample event. */
const sources = new Map<string, Source>([
  ['access_token', { sample: 'auth-register', value: ({ access_token }) => access_token }],
  ['email', { sample: 'auth-register', value: ({ user }) => user?.email }],
  ['shipment_id', { sample: 'shipments-book', value: ({ id }) => id }],
  ['tracking_id', { sample: 'shipments-book', value: ({ tracking_id }) => tracking_id }],
  ['package_id', { sample: 'packages-pack', value: ({ id }) => id }],
])

/** Reads an event. Throws StartupError if the file is missing or is not JSON. */
export function readEvent(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new StartupError(`${file} is not a readable event: ${errorMessage(error)}`)
  }
}

/**
 * Replaces the placeholders, `<name>` in any string of an event: with those in `values`, else by invoking a sample
 * event, which is announced with `note` and adds the value to `values`. `<random>` gets a new value in each event.
 * Throws StartupError for an unknown placeholder, before anything is invoked.
 */
export async function completeEvent(
  event: unknown,
  values: Map<string, string>,
  invoke: Invoke,
  note: (line: string) => void,
): Promise<unknown> {
  const text = JSON.stringify(event)
  const names = new Set(Array.from(text.matchAll(placeholder), ([, name = '']) => name))
  const missing = [...names].filter((name) => name !== 'random' && !values.has(name)).map(sourceOf)
  // One may add others: booking a shipment needs an access token.
  for (const [name, source] of missing) if (!values.has(name)) values.set(name, await fetchValue(name, source))
  const all = new Map([['random', randomBytes(6).toString('hex')], ...values])
  return JSON.parse(text, (_, value: unknown) =>
    typeof value === 'string'
      ? value.replace(placeholder, (whole, name: string) => all.get(name) ?? whole)
      : value,
  )

  async function fetchValue(name: string, { sample, value }: Source): Promise<string> {
    note(`<${name}> is not given: taken from the response to test/events/${sample}.json.`)
    const sampleEvent = await completeEvent(readEvent(join(samples, `${sample}.json`)), values, invoke, note)
    const result = await invoke(sample.replace(/-.*/, ''), sampleEvent)
    const { statusCode, body = '{}' } = result as APIGatewayProxyStructuredResultV2
    const fetched = value(JSON.parse(body) as ResponseFields)
    if (fetched !== undefined) return fetched
    throw new StartupError(
      `${sample}.json returned status ${statusCode ?? 'none'} without ${name}: give ${name}=...`,
    )
  }
}

function sourceOf(name: string): [string, Source] {
  const source = sources.get(name)
  if (source) return [name, source]
  throw new StartupError(`The event contains <${name}>: give its value as ${name}=...`)
}
