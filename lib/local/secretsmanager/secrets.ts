import { randomInt, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { rotateKeys } from '../../../shared/auth/keys.ts'
import { resourcesOf, type Assembly, type Resource } from '../cloudformation/assembly.ts'
import { StartupError, errorMessage } from '../runtime/startup-error.ts'
import type { Resolve } from '../cloudformation/intrinsics.ts'
import { physicalName, secretArn } from '../cloudformation/names.ts'

/** A secret's current version, in the format of GetSecretValue. */
export interface SecretValue {
  ARN: string
  Name: string
  VersionId: string
  SecretString: string
  VersionStages: string[]
  CreatedDate: string
}

/** An entry for a custom identity provider in the secret OAuth (see shared/auth/oauth/providers.ts). */
export interface OAuthClient {
  issuer: string
  client_id: string
  client_secret: string
}

interface SecretProperties {
  Description?: string
  SecretString?: string
  GenerateSecretString?: GenerateSecretString
}
interface GenerateSecretString {
  SecretStringTemplate?: string
  GenerateStringKey?: string
  PasswordLength?: number
  ExcludePunctuation?: boolean
  ExcludeNumbers?: boolean
  ExcludeLowercase?: boolean
  ExcludeUppercase?: boolean
  ExcludeCharacters?: string
  IncludeSpace?: boolean
}

/**
 * Returns the values of the templates' secrets, by ARN. Each is created once and stored in `file` (mode 0600), so tokens
 * and sealed values stay valid after a restart. Signing and Verification are a key pair and come from the rotation's
 * code. FlightData is the local provider's key, unless a developer writes a real one to `file`. In OAuth, the entry
 * `local` is always replaced with `client`, since its issuer's port may change. Throws StartupError if the file cannot
 * be read.
 */
export function loadSecrets(
  assembly: Assembly,
  resolve: Resolve,
  file: string,
  client?: OAuthClient,
): Map<string, SecretValue> {
  const secrets = readSecrets(file)
  const resources = resourcesOf(assembly, 'AWS::SecretsManager::Secret')
  const isKeyPair = ({ logicalId }: Resource) => /^(Signing|Verification)/.test(logicalId)
  const pair = resources.every((resource) => !isKeyPair(resource) || secrets.has(secretArn(resource)))
    ? undefined
    : rotateKeys()
  /** Values that are not generated from the template, by construct id: the start of the logical id. */
  const fixedValues: Record<string, string | undefined> = {
    Signing: pair?.signing,
    Verification: pair?.verification,
    FlightData: '{"key":"local"}',
  }
  for (const resource of resources) {
    if (secrets.has(secretArn(resource)) && !(pair && isKeyPair(resource))) continue
    const { SecretString, GenerateSecretString } = resolve(
      resource.properties,
      resource.stack,
    ) as SecretProperties
    const fixedName = Object.keys(fixedValues).find((name) => resource.logicalId.startsWith(name))
    secrets.set(secretArn(resource), {
      ARN: secretArn(resource),
      Name: physicalName(resource),
      VersionId: randomUUID(),
      SecretString: fixedValues[fixedName ?? ''] ?? SecretString ?? generate(GenerateSecretString ?? {}),
      VersionStages: ['AWSCURRENT'],
      CreatedDate: new Date().toISOString(),
    })
  }
  for (const resource of resources.filter(({ logicalId }) => client && logicalId.startsWith('OAuth'))) {
    const value = secrets.get(secretArn(resource))
    if (value) value.SecretString = addLocalClient(value.SecretString, client, file)
  }
  saveSecrets(secrets, file)
  return secrets
}

/** The descriptions in the templates, by ARN. */
export const descriptionsOf = (assembly: Assembly, resolve: Resolve): Map<string, string> =>
  new Map(
    resourcesOf(assembly, 'AWS::SecretsManager::Secret').flatMap((resource) => {
      const { Description } = resolve(resource.properties, resource.stack) as SecretProperties
      return Description === undefined ? [] : [[secretArn(resource), Description]]
    }),
  )

/** Writes atomically. */
export function saveSecrets(secrets: ReadonlyMap<string, SecretValue>, file: string): void {
  writeFileSync(`${file}.new`, JSON.stringify([...secrets.values()], null, 2), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** Adds the client `local` and keeps the developer's own entries. */
function addLocalClient(text: string, client: OAuthClient | undefined, file: string): string {
  try {
    const { unused: _, ...clients } = JSON.parse(text) as Record<string, unknown>
    return JSON.stringify({ ...clients, local: client })
  } catch (error) {
    throw new StartupError(
      `The secret OAuth in ${file} is not JSON (${errorMessage(error)}): correct it there.`,
    )
  }
}

function readSecrets(file: string): Map<string, SecretValue> {
  try {
    const values = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as SecretValue[]) : []
    return new Map(values.map((value) => [value.ARN, value]))
  } catch (error) {
    throw new StartupError(
      `The secrets in ${file} cannot be read (${errorMessage(error)}): move the file away.`,
    )
  }
}

/** Generates a random value as AWS::SecretsManager::Secret GenerateSecretString does. */
function generate(rules: GenerateSecretString): string {
  const excluded = new Set(rules.ExcludeCharacters)
  const characters = [
    rules.ExcludeLowercase ? '' : 'abcdefghijklmnopqrstuvwxyz',
    rules.ExcludeUppercase ? '' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    rules.ExcludeNumbers ? '' : '0123456789',
    rules.ExcludePunctuation ? '' : '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
    rules.IncludeSpace ? ' ' : '',
  ]
  const alphabet = Array.from(characters.join('')).filter((character) => !excluded.has(character))
  const password = Array.from(
    { length: rules.PasswordLength ?? 32 },
    () => alphabet[randomInt(alphabet.length)],
  ).join('')
  if (rules.GenerateStringKey === undefined) return password
  const template = JSON.parse(rules.SecretStringTemplate ?? '{}') as Record<string, unknown>
  return JSON.stringify({ ...template, [rules.GenerateStringKey]: password })
}
