import * as health from './health.ts'

/** Every endpoint of the service, by the Lambda function that serves it. */
export const groups = { health }
