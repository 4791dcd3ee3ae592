/** Longest sort key in characters, far below what an index entry can hold. */
const KEPT = 200
const DIGITS = 9

/** Names compare without case and accents, and 'Trip 9' before 'Trip 10'. */
export function nameSort(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\d+/g, digits => digits.padStart(DIGITS, '0'))
  return [...plain].slice(0, KEPT).join('')
}
