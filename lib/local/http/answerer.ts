import type { Reply } from './reply.ts'
import type { WireRequest } from './request.ts'

/** Answers one request. `readBody` gives the whole body, or undefined for one that is too large. */
export type Answerer = (request: WireRequest, readBody: () => Promise<Buffer | undefined>) => Promise<Reply>
