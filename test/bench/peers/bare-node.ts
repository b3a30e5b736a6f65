/** Nothing at all: what Node and boot.cjs take by themselves. */
export const handler = async () => ({ statusCode: 200, body: '' })
