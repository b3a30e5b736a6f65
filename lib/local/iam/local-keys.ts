/** The access key of all functions in the local cloud; the session token identifies the caller. */
export const localKeys = { id: 'local', secret: 'local' }
