import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

const hash = (algorithm: string) => (content: Buffer) => createHash(algorithm).update(content).digest('base64')

const base64 = (sum: bigint | number, bytes: number) =>
  Buffer.from(sum.toString(16).padStart(2 * bytes, '0'), 'hex').toString('base64')

/** A CRC with reflected polynomial, whose initial value and final XOR are all ones. Slow: for small objects. */
function reflectedCrc(bytes: number, polynomial: bigint) {
  const ones = (1n << BigInt(8 * bytes)) - 1n
  const shift = (sum: bigint) => (sum & 1n ? (sum >> 1n) ^ polynomial : sum >> 1n)
  const table = Array.from({ length: 256 }, (_, byte) =>
    Array.from({ length: 8 }).reduce<bigint>((sum) => shift(sum), BigInt(byte)),
  )
  return (content: Buffer) => {
    let sum = ones
    for (const byte of content) sum = (table[Number(sum & 0xffn) ^ byte] ?? 0n) ^ (sum >> 8n)
    return base64(sum ^ ones, bytes)
  }
}

/** Checksum headers and their base64 values (S3 user guide, "Checking object integrity"). */
export const checksums: Readonly<Record<string, (content: Buffer) => string>> = {
  'content-md5': hash('md5'),
  'x-amz-checksum-sha1': hash('sha1'),
  'x-amz-checksum-sha256': hash('sha256'),
  'x-amz-checksum-crc32': (content) => base64(crc32(content), 4),
  'x-amz-checksum-crc32c': reflectedCrc(4, 0x82f63b78n),
  'x-amz-checksum-crc64nvme': reflectedCrc(8, 0x9a6c9329ac4bc9b5n),
}
