import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Addresses have no trailing slash. */
export interface Endpoints {
  api: string
  dynamodb: string
  table: string
  /** Object storage; every bucket is private. */
  s3: string
  /** The bucket of the photos. */
  bucket: string
  /** The queues. */
  sqs: string
  /** Where sockets are opened; '' without a WebSocket API. */
  websocket: string
  /** Posts to open sockets (@connections); '' without a WebSocket API. */
  connections: string
  /** Takes what happens to flights, and answers as AeroDataBox does. */
  flight_provider: string
  /** Takes letters in place of SES and sends none: `/` shows them, `/store` gives them as JSON. */
  mail: string
  /** Renews keys (RotateSecret). */
  secrets_manager: string
  /** The issuer of the custom identity provider `local`. */
  identity_provider: string
}

/** The file endpoints.json of a data directory: other processes wait for it, so it is there only while the cloud answers. */
export function endpointsFile(dataDir: string) {
  const file = join(dataDir, 'endpoints.json')
  return {
    remove: () => rmSync(file, { force: true }),
    /** Atomic: a reader sees the whole file or none. */
    write(endpoints: Endpoints) {
      writeFileSync(`${file}.new`, JSON.stringify(endpoints, null, 2))
      renameSync(`${file}.new`, file)
    },
  }
}
