import { inject } from 'vitest'

/**
 * The URL of the local cloud of the run. What imports this, directly or indirectly, runs against that cloud (projects.ts): pages,
 * WebSockets, and all else that the service in the process of a test does not have.
 */
export const localCloud = () => inject('url')
