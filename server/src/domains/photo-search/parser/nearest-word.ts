import { normalizePhotoName } from '#contract/filter-query.ts'

/**
 * Finds the word of `texts` that differs from a misspelt one by one letter, or by two if it has at least eight. Undefined if `text` is
 * one of these words, is short or has a digit, and if no word is near.
 */
export function findNearestWord(text: string, texts: readonly string[]): string | undefined {
  const typed = normalizePhotoName(text)
  if (typed.length < LENGTH_MIN || /[\d ]/.test(typed)) return undefined
  let limit = typed.length < LONG ? 1 : 2
  let nearest: string | undefined
  for (const word of new Set(texts.flatMap(each => normalizePhotoName(each).split(' ')))) {
    if (word.length < LENGTH_MIN || word[0] !== typed[0] || Math.abs(word.length - typed.length) > limit)
      continue
    const distance = countEdits(typed, word)
    if (distance === 0) return undefined
    if (distance > limit) continue
    limit = distance - 1
    nearest = word
  }
  return nearest
}

const LENGTH_MIN = 4
const LONG = 8

/** Optimal string alignment: letters that are missing, too many, wrong, or in the place of the next one. */
function countEdits(one: string, other: string): number {
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, i) => i)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const edits = Math.min(row[j - 1]! + 1, last[j]! + 1, last[j - 1]! + (isSame ? 0 : 1))
      row.push(isSwapped ? Math.min(edits, before[j - 2]! + 1) : edits)
    }
    ;[before, last] = [last, row]
  }
  return last[other.length]!
}
