import type { Locale } from '#contract/brands.ts'
import texts from './search-words.json' with { type: 'json' }
import type { Token } from './tokens.ts'

/*
 * Words that join dates, places and other phrases, in the languages of the catalogues: normalized, and never shown. Some are two
 * or three words.
 */

/**
 * `before`: articles and prepositions; `photos`: what all are; `to`, `between` and `from` are those of ranges; `earlier`
 * and `later` begin those that end before a date, or begin after it; `this` names a season or month of this year; `early`, `mid` and
 * `late` a third of a month, season, year or decade; `last` stands beside a number of days.
 */
export type SmallWords = Readonly<Record<Exclude<keyof typeof texts.en, 'typed'>, readonly string[]>>

/** Returns the words of a locale and of English. */
export function getSmallWords(locale: Locale): SmallWords {
  const known = smallWords.get(locale)
  if (known) return known
  const { typed: _typed, ...kinds } = texts.en
  const words = Object.entries(kinds).map(([kind, english]) => {
    const own = getTexts(locale)[kind as keyof SmallWords]
    return [kind, [own, english].flatMap(text => text.split('|'))]
  })
  const found: SmallWords = Object.fromEntries(words)
  smallWords.set(locale, found)
  return found
}

const smallWords = new Map<Locale, SmallWords>()

/** Returns what customers type in a language, and the product does not show. */
export const getTexts = (locale: string) => texts[locale.slice(0, 2) as keyof typeof texts]

/** Returns with how many tokens one of the words begins, the longest; 0: none. */
export function countWords(tokens: readonly Token[], words: readonly string[]): number {
  for (let count = Math.min(WORDS_MAX, tokens.length); count > 0; count--) {
    const first = tokens.slice(0, count)
    if (first.every(({ kind }) => kind === 'word') && words.includes(first.map(({ word }) => word).join(' ')))
      return count
  }
  return 0
}

const WORDS_MAX = 3
