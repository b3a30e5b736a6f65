import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { region } from './cloudformation/names.ts'
import type { Endpoints } from './endpoints.ts'
import { localKeys } from './iam/local-keys.ts'

/**
 * Writes `aws-config` in the data directory: a configuration file with the profile `local`, by which the AWS CLI and the
 * SDKs call the local services (SDKs and tools reference guide, "Service-specific endpoints").
 */
export function writeAwsConfig(dataDir: string, endpoints: Endpoints): void {
  const services = {
    cloudformation: endpoints.cloudformation,
    dynamodb: endpoints.dynamodb,
    lambda: endpoints.lambda,
    s3: endpoints.s3,
    secrets_manager: endpoints.secrets_manager,
    sqs: endpoints.sqs,
  }
  const lines = Object.entries(services).flatMap(([name, url]) => [`${name} =`, `  endpoint_url = ${url}`])
  const profile = [
    `region = ${region}`,
    `aws_access_key_id = ${localKeys.id}`,
    `aws_secret_access_key = ${localKeys.secret}`,
    'services = local',
  ]
  const text = ['[profile local]', ...profile, '', '[services local]', ...lines, ''].join('\n')
  writeFileSync(join(dataDir, 'aws-config'), text)
}
