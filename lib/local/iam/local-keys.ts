/** The access key of every function of the local cloud; callers are told apart by their session tokens. */
export const localKeys = { id: 'local', secret: 'local' }
