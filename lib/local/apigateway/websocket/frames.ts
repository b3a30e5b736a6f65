/** API Gateway's quotas for WebSocket frames and messages, in bytes (API Gateway developer guide, "Quotas"). */
const frameBytes = 32 * 1024
export const messageBytes = 128 * 1024

/**
 * Detects frames and messages beyond the quotas from their headers (RFC 6455, 5.2). The function returned takes each
 * chunk that a client sends, and returns true from the first header that exceeds a quota.
 */
export function quotaDetector(): (chunk: Buffer) => boolean {
  let header = Buffer.alloc(0)
  /** Remaining bytes of the current payload. */
  let remaining = 0
  let messageLength = 0
  let exceeded = false

  return (chunk) => {
    for (let rest = chunk; rest.length > 0 && !exceeded;) {
      if (remaining > 0) {
        const consumed = Math.min(remaining, rest.length)
        remaining -= consumed
        rest = rest.subarray(consumed)
        continue
      }
      header = Buffer.concat([header, rest.subarray(0, 1)])
      rest = rest.subarray(1)
      const frame = parseHeader(header)
      if (!frame) continue
      header = Buffer.alloc(0)
      remaining = frame.length
      if (frame.control) continue
      messageLength += frame.length
      exceeded = frame.length > frameBytes || messageLength > messageBytes
      if (frame.last) messageLength = 0
    }
    return exceeded
  }
}

/** Parses a frame header; undefined if it is incomplete. */
function parseHeader(header: Buffer) {
  if (header.length < 2) return undefined
  const [flags, second] = [header.readUInt8(0), header.readUInt8(1)]
  const short = second & 0x7f
  const extended = { 126: 2, 127: 8 }[short] ?? 0
  const masked = second & 0x80 ? 4 : 0
  if (header.length < 2 + extended + masked) return undefined
  const length =
    extended === 0 ? short : extended === 2 ? header.readUInt16BE(2) : Number(header.readBigUInt64BE(2))
  return { length, control: (flags & 0x0f) >= 8, last: (flags & 0x80) !== 0 }
}
