/** An SQS error. The SDK identifies it by `type`, older clients by `code`. */
export class SqsError extends Error {
  readonly type: string
  readonly code: string

  constructor(type: string, message: string, code = type) {
    super(message)
    this.type = type
    this.code = code
  }
}

export const invalid = (message: string) =>
  new SqsError('InvalidParameterValueException', message, 'InvalidParameterValue')
