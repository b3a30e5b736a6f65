/** An error as the SDK throws it: callers know it by its name. */
export const awsError = (name: string, message = name) => Object.assign(new Error(message), { name })

/** The account's clock, in milliseconds. */
export interface Time {
  time: number
}

export const arnOf = (service: string, resource: string) =>
  `arn:aws:${service}:eu-west-1:111122223333:${resource}`
/** Milliseconds that AWS takes, of the account's clock. */
export const takes = {
  restore: 50_000,
  deletion: 40_000,
  update: 20_000,
  backups: 45_000,
  ttl: 3_600_000,
  description: 20_000,
}
