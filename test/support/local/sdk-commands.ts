/** A command of an AWS SDK client. */
export type Command = new (input: object) => never

/** The commands that a client's package exports, by operation name. */
export const commandsOf = (sdk: object): [string, Command][] =>
  Object.entries(sdk).flatMap(([name, value]) =>
    /^\w+Command$/.test(name) ? [[name.replace(/Command$/, ''), value as Command]] : [],
  )

interface ServiceError extends Error {
  $metadata?: { httpStatusCode?: number }
}

/** What a service answers: `200`, or the status, name and message of its error. */
export const answerOf = (call: Promise<object>): Promise<string> =>
  call.then(
    () => '200',
    (error: unknown) => {
      const { $metadata, name, message } = error as ServiceError
      return `${$metadata?.httpStatusCode ?? 'no status'} ${name} ${message}`
    },
  )
