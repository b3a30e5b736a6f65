import { fromEnv } from '@aws-sdk/credential-provider-env'

/**
 * Used in place of the SDK's default credential chain. Lambda sets credentials in the environment, so the chain's other
 * sources (SSO, ini files, web identity, instance metadata) would only add to the start. Read once, as the chain does: they
 * outlast the execution environment.
 */
export const defaultProvider = () => {
  const read = fromEnv()
  let found: ReturnType<typeof read> | undefined
  return () => (found ??= read())
}
