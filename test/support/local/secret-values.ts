import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A secret as the local cloud keeps it in its data directory. `name` is its construct id, such as `Origin`. */
export function storedSecret(dataDir: string, name: string): { ARN: string; SecretString: string } {
  const secrets = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as {
    ARN: string
    Name: string
    SecretString: string
  }[]
  const found = secrets.find(({ Name }) => new RegExp(`-${name}[0-9A-F]{8}$`).test(Name))
  if (!found) throw new Error(`The local cloud has no secret ${name}`)
  return found
}
