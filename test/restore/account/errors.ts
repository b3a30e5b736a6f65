/** An error as the SDK throws it: callers know it by its name. */
export const awsError = (name: string, message = name) => Object.assign(new Error(message), { name })
