const levels = ['DEBUG', 'INFO', 'WARN', 'ERROR'] as const
export type Level = (typeof levels)[number]

/** The fields of a line besides its message. No body, address, e-mail or token; an error goes into `error`. */
type Fields = Record<string, unknown>

/**
 * A log of JSON objects, one per line, for CloudWatch's filters and queries: level, message, timestamp, service,
 * and the fields. Lines below `level` are not written.
 */
export function logger(options: { level: Level; service: string; write(line: string): void }) {
  const { level: least, service, write } = options
  const at = (level: Level) => (message: string, fields: Fields) => {
    if (levels.indexOf(level) < levels.indexOf(least)) return
    const loggedErrors = fields.error === undefined ? fields : { ...fields, error: ofError(fields.error) }
    const line = { level, message, timestamp: new Date().toISOString(), service, ...loggedErrors }
    write(`${JSON.stringify(line)}\n`)
  }
  return { info: at('INFO'), warn: at('WARN'), error: at('ERROR') }
}

/**
 * An error with its causes, as it is logged. Other properties are omitted: an error of DynamoDB may hold the item
 * on which a condition failed.
 */
function ofError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, cause } = error
  return { name, message, stack, ...(cause !== undefined && { cause: ofError(cause) }) }
}
