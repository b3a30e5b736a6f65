import { deflateSync, inflateRawSync } from 'node:zlib'

/**
 * Stands in the bundles for libraries that compress in JavaScript, for browsers (stand-ins.ts): Node's own takes a
 * hundredth of their start, in which tables of letters are unpacked.
 */
export const deflate = (bytes: Uint8Array): Uint8Array => deflateSync(bytes)
/** Into `target`, which is as large as what comes out. */
export function inflate(bytes: Uint8Array, target: Uint8Array): Uint8Array {
  target.set(inflateRawSync(bytes))
  return target
}
