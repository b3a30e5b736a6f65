/** The part of bidi-js that is used; the package has no types. */
declare module 'bidi-js' {
  interface Levels {
    levels: Uint8Array
  }
  export default function bidiFactory(): {
    getEmbeddingLevels(text: string): Levels
    getBidiCharTypeName(letter: string): string
    getMirroredCharacter(letter: string): string | null
    getReorderedIndices(text: string, levels: Levels): number[]
  }
}
