/**
 * The first letter of a name, as a capital; of a Georgian name as it is, since few fonts have Georgian capitals, which titles do not
 * use (Unicode 11, Mtavruli). "" for "".
 */
export function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name)
  const letter = first?.segment ?? ''
  return /\p{Script=Georgian}/u.test(letter) ? letter : letter.toUpperCase()
}
