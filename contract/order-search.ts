/*
 * Search in the customer's orders. Server and pages normalize texts alike, so that what the server finds is what the
 * page marks.
 */

/** States by which orders are searched. The last two depend on the time. */
export const ORDER_SEARCH_STATES = [
  'awaiting-payment',
  'ordered',
  'in-production',
  'sent',
  'delivered',
  'cancelled',
  'in-progress',
  'needs-you',
] as const
export type OrderSearchState = (typeof ORDER_SEARCH_STATES)[number]

/** Most characters of a query. */
export const ORDER_SEARCH_MAX = 100

/** Returns the words of a query, normalized; none for a query of spaces and punctuation. */
export const splitSearchWords = (query: string): string[] => [
  ...new Set(normalizeSearchText(query).split(' ').filter(Boolean)),
]

/** Returns a text in lower case, without accents and punctuation, its words separated by one space. */
export const normalizeSearchText = (text: string): string =>
  [...text.normalize('NFC')].map(normalizeCharacter).join('').replaceAll(/\s+/g, ' ').trim()

/** Returns the letters and digits of an order's or invoice's code, by which it is found however it was typed. */
export const normalizeCode = (code: string): string => normalizeSearchText(code).replaceAll(' ', '')

/** Returns the parts of a text that match one of the words, as start and end in it, in order and without overlaps. */
export function findSearchMatches(text: string, words: readonly string[]): [start: number, end: number][] {
  let normalized = ''
  const positions: { start: number; end: number }[] = []
  let offset = 0
  for (const { segment } of splitGraphemes(text)) {
    const range = { start: offset, end: offset + segment.length }
    const part = normalizeSearchText(segment) || (/\s/.test(segment) ? ' ' : '')
    for (const _ of Array.from({ length: part.length })) positions.push(range)
    normalized += part
    offset = range.end
  }
  const matches: [number, number][] = []
  for (const word of words)
    for (let at = normalized.indexOf(word); at !== -1; at = normalized.indexOf(word, at + word.length))
      matches.push([positions[at]!.start, positions[at + word.length - 1]!.end])
  return joinMatches(matches)
}

const splitGraphemes = (text: string): Iterable<{ segment: string }> =>
  new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)

function joinMatches(matches: readonly [number, number][]): [number, number][] {
  const joined: [number, number][] = []
  for (const [start, end] of matches.toSorted(([a], [b]) => a - b)) {
    const last = joined.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else joined.push([start, end])
  }
  return joined
}

/** Letters that are no letter with an accent for Unicode. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
}

function normalizeCharacter(character: string): string {
  if (/\s/.test(character)) return ' '
  return [...character.normalize('NFKD').toLowerCase().normalize('NFKD')]
    .map(each => LETTERS[each] ?? each)
    .join('')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
