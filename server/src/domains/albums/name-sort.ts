/** Longest sort key in characters, far below what an index entry can hold. */
const MAX_LENGTH = 200
const DIGITS = 9

/** Sort key of an album name: ignores case and accents, and sorts 'Trip 9' before 'Trip 10'. */
export function toNameSortKey(name: string): string {
  const sortKey = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\d+/g, digits => digits.padStart(DIGITS, '0'))
  return [...sortKey].slice(0, MAX_LENGTH).join('')
}
