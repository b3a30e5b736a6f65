import * as z from 'zod'
import { lazySchema } from '../../core/lazy-schema.ts'

/** A response that is not JSON: its media type, with the charset of a text, and the file name for browsers. */
export const FileReply = lazySchema(() =>
  z.object({
    type: z.string(),
    bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    name: z.string(),
    /** What the file cannot show, in ASCII, for the header Label-Warnings. */
    warnings: z.array(z.string()).optional(),
  }),
)
export type FileReply = z.output<typeof FileReply>

/** A response before it becomes the gateway's: `body` is JSON; undefined means no body. */
export interface Reply {
  status: number
  /** The error, for the log. */
  code?: string
  body: unknown
  /** The body of a file response. */
  file?: FileReply
  headers: Record<string, string>
}

/** The reply of an earlier request under the same Idempotency-Key. */
export const replayed = (reply: Reply): Reply => ({
  ...reply,
  headers: { ...reply.headers, 'Idempotent-Replayed': 'true' },
})
