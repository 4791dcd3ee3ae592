/**
 * Returns file name and title as search compares them (NX-212): lower case without accents, words of letters and digits separated
 * by one space.
 */
export const normalizeName = (...texts: (string | null | undefined)[]): string =>
  texts
    .join(' ')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđðþı]/g, letter => LETTERS[letter]!)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Letters that have no accent to remove. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
