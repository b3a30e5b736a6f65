/** An empty function: measures Node and boot.cjs alone. */
export const handler = async () => ({ statusCode: 200, body: '' })
