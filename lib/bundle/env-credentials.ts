import { fromEnv } from '@aws-sdk/credential-provider-env'

/**
 * Stands in for the SDK's default credential chain in the bundles. Lambda hands credentials over in the
 * environment, so SSO, ini files, web identity and instance metadata would be start-up weight for nothing. Read once, as
 * that chain does: they outlast the execution environment.
 */
export const defaultProvider = () => {
  const read = fromEnv()
  let found: ReturnType<typeof read> | undefined
  return () => (found ??= read())
}
