import { fail, notImplemented } from './error.ts'
import { metadataOf, type SecretStore } from './store.ts'

const maxPage = 100

export interface ListInput {
  Filters?: { Key?: string; Values?: string[] }[]
  MaxResults?: number
  NextToken?: string
}
type Metadata = ReturnType<typeof metadataOf>

/**
 * ListSecrets (Secrets Manager API reference), by name. Filters match the beginning of the name, or of the description
 * regardless of case; `!` negates a value. Throws SecretsError.
 */
export function listSecrets(store: SecretStore, { Filters = [], MaxResults = maxPage, NextToken }: ListInput) {
  if (!(MaxResults >= 1 && MaxResults <= maxPage))
    fail('InvalidParameterException', `MaxResults must be between 1 and ${maxPage}.`)
  const filters = Filters.map(({ Key = '', Values = [] }) => {
    const test = tests[Key] ?? notImplemented(`the filter ${Key}`)
    return (secret: Metadata) =>
      Values.some((value) => (value.startsWith('!') ? !test(secret, value.slice(1)) : test(secret, value)))
  })
  const found = [...store.values.values()]
    .map((secret) => metadataOf(store, secret, 'SecretVersionsToStages'))
    .filter((secret) => filters.every((matches) => matches(secret)))
    .sort((one, other) => (one.Name < other.Name ? -1 : 1))
  const start = NextToken === undefined ? 0 : found.findIndex(({ Name }) => tokenOf(Name) === NextToken)
  if (start < 0) fail('InvalidNextTokenException', 'The NextToken value is invalid.')
  const next = found[start + MaxResults]
  return {
    SecretList: found.slice(start, start + MaxResults),
    ...(next && { NextToken: tokenOf(next.Name) }),
  }
}

const tests: Record<string, ((secret: Metadata, value: string) => boolean) | undefined> = {
  name: ({ Name }, value) => Name.startsWith(value),
  description: ({ Description = '' }, value) => Description.toLowerCase().startsWith(value.toLowerCase()),
}

/** The token of the page that begins with this secret. */
const tokenOf = (name: string) => Buffer.from(name).toString('base64url')
