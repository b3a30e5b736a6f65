import type { Reply } from './reply.ts'
import type { WireRequest } from './request.ts'

/** Handles a request. `readBody` resolves to the whole body, or to undefined if it is too large. */
export type Answerer = (request: WireRequest, readBody: () => Promise<Buffer | undefined>) => Promise<Reply>
