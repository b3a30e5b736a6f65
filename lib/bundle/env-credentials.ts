import { fromEnv } from '@aws-sdk/credential-provider-env'

/**
 * Replaces the SDK's default credential chain. Lambda sets credentials in the environment, so the chain's other sources
 * (SSO, ini files, web identity, instance metadata) would only add to the cold start. Reads them once, as the chain does:
 * they stay valid for the lifetime of the execution environment.
 */
export const defaultProvider = () => {
  const read = fromEnv()
  let credentials: ReturnType<typeof read> | undefined
  return () => (credentials ??= read())
}
