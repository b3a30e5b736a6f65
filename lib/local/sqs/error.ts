/** An SQS error. The SDK identifies it by `type`, older clients by `code`. */
export class SqsError extends Error {
  readonly type: string
  readonly code: string
  /** HTTP status. */
  readonly status: number

  constructor(type: string, message: string, code = type, status = 400) {
    super(message)
    this.type = type
    this.code = code
    this.status = status
  }
}

export const invalid = (message: string) =>
  new SqsError('InvalidParameterValueException', message, 'InvalidParameterValue')

/** `value` of a parameter is invalid because of `reason`. */
export const invalidValue = (parameter: string, value: string | number, reason: string) =>
  invalid(`Value ${value} for parameter ${parameter} is invalid. Reason: ${reason}`)

export const missingParameter = (name: string) =>
  new SqsError(
    'MissingRequiredParameterException',
    `The request must contain the parameter ${name}.`,
    'MissingParameter',
  )

/** The error for what SQS supports and the local SQS does not. `what` is a part of a sentence. */
export const notImplemented = (what: string) =>
  new SqsError('NotImplemented', `The local SQS does not implement ${what}.`, 'NotImplemented', 501)

/** Throws SqsError (501) for a parameter that is not implemented. `of` is the action. */
export function verifyParameters(input: object, known: readonly string[], of: string): void {
  const unknown = Object.keys(input).find((name) => !known.includes(name))
  if (unknown !== undefined) throw notImplemented(`the parameter ${unknown} of ${of}`)
}
