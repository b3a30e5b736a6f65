/** The access key of every function of the local cloud; the session token identifies the caller. */
export const localKeys = { id: 'local', secret: 'local' }
