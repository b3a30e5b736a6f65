/** A Secrets Manager error. The SDK identifies it by `type`. */
export class SecretsError extends Error {
  readonly type: string
  /** HTTP status. */
  readonly status: number

  constructor(type: string, message: string, status = 400) {
    super(message)
    this.type = type
    this.status = status
  }
}

/** Throws SecretsError. */
export function fail(type: string, message: string): never {
  throw new SecretsError(type, message)
}

/** Throws the error for what Secrets Manager supports and the local one does not. `what` is a part of a sentence. */
export function notImplemented(what: string): never {
  throw new SecretsError('NotImplemented', `The local Secrets Manager does not implement ${what}.`, 501)
}
