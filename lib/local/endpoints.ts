import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** URLs have no trailing slash. */
export interface Endpoints {
  api: string
  dynamodb: string
  table: string
  s3: string
  /** The photo bucket. */
  bucket: string
  sqs: string
  /** The WebSocket API; '' if the app has none. */
  websocket: string
  /** The @connections API; '' without a WebSocket API. */
  connections: string
  /** A stand-in for AeroDataBox, whose flights are set with `PUT`. */
  flight_provider: string
  /** A stand-in for SES, which sends nothing: `/` shows the e-mails, `/store` returns them as JSON. */
  mail: string
  secrets_manager: string
  /** The resources of the stacks. */
  cloudformation: string
  /** Invokes functions. */
  lambda: string
  /** The issuer of the custom identity provider `local`. */
  identity_provider: string
}

/** endpoints.json in the data directory. Other processes wait for it, so it exists only while the cloud is running. */
export function endpointsFile(dataDir: string) {
  const file = join(dataDir, 'endpoints.json')
  return {
    remove: () => rmSync(file, { force: true }),
    /** Writes atomically, so that readers never see a partial file. */
    write(endpoints: Endpoints) {
      writeFileSync(`${file}.new`, JSON.stringify(endpoints, null, 2))
      renameSync(`${file}.new`, file)
    },
  }
}
