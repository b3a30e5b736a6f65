/**
 * The orientation is the only part of EXIF that a viewer needs: tag 0x0112 of the first directory, 1 to 8 (EXIF
 * 2.32 §4.6.4). `tiff` starts at the byte order. Undefined for a missing or invalid one.
 */
export function orientationOf(tiff: Buffer): number | undefined {
  const order = tiff.toString('latin1', 0, 4)
  if (order !== 'II*\0' && order !== 'MM\0*') return undefined
  const little = order === 'II*\0'
  const u16 = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const u32 = (at: number) => (little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  try {
    const directory = u32(4)
    for (let n = 0; n < u16(directory); n++) {
      const entry = directory + 2 + n * 12
      if (u16(entry) !== 0x0112) continue
      const value = u16(entry + 8)
      return value >= 2 && value <= 8 ? value : undefined
    }
  } catch {
    // Offsets beyond the data: invalid.
  }
  return undefined
}

/** An EXIF block, from the byte order on, with the orientation only. */
export function tiffOf(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('MM\0*', 0, 'latin1')
  tiff.writeUInt32BE(8, 4) // where the directory is
  tiff.writeUInt16BE(1, 8) // one entry
  tiff.writeUInt16BE(0x0112, 10)
  tiff.writeUInt16BE(3, 12) // SHORT
  tiff.writeUInt32BE(1, 14) // one value
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}
