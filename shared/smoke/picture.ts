/** A PNG of 32 × 32 random pixels, some 3 KB: what the service keeps of it is all of it, byte by byte. */
export async function picture(): Promise<Uint8Array<ArrayBuffer>> {
  const [side, row] = [32, 1 + 32 * 3]
  const pixels = crypto.getRandomValues(new Uint8Array(side * row))
  // Each row begins with its filter: none (PNG 3rd edition §9).
  for (let y = 0; y < side; y++) pixels[y * row] = 0
  const deflated = new Blob([pixels]).stream().pipeThrough(new CompressionStream('deflate'))
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  // Width, height, 8 bits, RGB (§11.2.1).
  const header = Uint8Array.of(0, 0, 0, side, 0, 0, 0, side, 8, 2, 0, 0, 0)
  const parts = [
    signature,
    chunk('IHDR', header),
    chunk('IDAT', new Uint8Array(await new Response(deflated).arrayBuffer())),
    chunk('IEND', new Uint8Array()),
  ]
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

/** A chunk: length, type, content, and the checksum of type and content (§5.3). */
function chunk(type: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(12 + content.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, content.length)
  bytes.set(new TextEncoder().encode(type), 4)
  bytes.set(content, 8)
  view.setUint32(8 + content.length, crc32(bytes.subarray(4, 8 + content.length)))
  return bytes
}

/** CRC-32 as PNG computes it (§D). */
function crc32(bytes: Uint8Array): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}
