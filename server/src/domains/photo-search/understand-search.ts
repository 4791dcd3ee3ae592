import { hasFewWords, normalizePhotoName, type PhotoFilter } from '#contract/filter-query.ts'
import { findNearestWord } from './parser/nearest-word.ts'
import { createFilter, type ParsedSearch, parseSearch, type SearchTerms } from './parser/parse-search.ts'
import { getSmallWords } from './parser/small-words.ts'
import { getVocabulary } from './parser/words.ts'

/** How a text is understood as a search. */
export interface Understood extends ParsedSearch {
  /** Words that occur nowhere and are left out. */
  unknown: string[]
  /** Misspelt words and what they are read as. */
  corrected: { text: string; word: string }[]
}

type Phrase = ParsedSearch['phrases'][number]
/** Counts the photos of each filter. */
type Count = (filters: readonly PhotoFilter[]) => Promise<number[]>

/**
 * Understands a text by what the library has: words that no photo, album or place has are read as the nearest known word, or left
 * out and named, unless nothing else is known.
 */
export async function understandSearch(text: string, terms: SearchTerms, count: Count): Promise<Understood> {
  const smallWords = getSmallWords(terms.locale)
  const { before, and, photos } = smallWords
  const photosByWord = new Map<string, number>()
  /** Parts words of names into those that something has, and others; articles and the like are neither. */
  const sort = async ({ rest }: ParsedSearch) => {
    const words = [...new Set(rest)].filter(
      word => ![...before, ...and, ...photos].includes(normalizePhotoName(word)),
    )
    const added = words.filter(word => !photosByWord.has(word))
    for (const [i, found] of (await count(added.map(name => ({ name })))).entries())
      photosByWord.set(added[i]!, found)
    const isKnown = (word: string) => photosByWord.get(word)! > 0
    return { known: words.filter(isKnown), unknown: words.filter(word => !isKnown(word)) }
  }
  const first = parseSearch(text, terms)
  const { unknown: missing } = await sort(first)
  const dictionary = missing.length > 0 ? listKnownWords(terms) : []
  const nearest = missing.flatMap(typed => {
    // 'seit' is no misspelt 'sept'.
    const isSmall = Object.values(smallWords).flat().includes(normalizePhotoName(typed))
    const word = isSmall ? undefined : findNearestWord(typed, dictionary)
    return word ? [{ text: typed, word }] : []
  })
  const corrections = new Map(nearest.map(({ text, word }) => [normalizePhotoName(text), word]))
  const parsed = corrections.size > 0 ? parseSearch(text, { ...terms, corrections }) : first
  const { known, unknown } = await sort(parsed)
  // A part of a longer name or date, as 'first', means nothing alone: its word is unknown as it was typed.
  const corrected = nearest.filter(({ word }) => !unknown.includes(word))
  const typed = unknown.map(
    word => nearest.find(each => each.word === word)?.text ?? word.replaceAll('"', ''),
  )
  const phrases = await unitePhrases(parsed.phrases, count)
  const name = text.replaceAll('"', '').trim()
  if (phrases.length === 0 && known.length === 0 && hasFewWords(name))
    return { phrases, rest: parsed.rest, filter: { name }, unknown: [], corrected }
  return { phrases, rest: known, filter: createFilter(phrases, known), unknown: typed, corrected }
}

/** An album or a town is meant as words of names where more photos have those: other albums, titles and files. */
async function unitePhrases(phrases: readonly Phrase[], count: Count): Promise<Phrase[]> {
  const names = phrases.map(({ meanings }) => {
    const [{ field, value }] = meanings
    const isUnited = field === 'album' || (field === 'place' && !value.startsWith('country:'))
    const words = meanings.at(-1)!.value
    return isUnited ? (words.includes(' ') ? `"${words}"` : words) : undefined
  })
  const values = phrases.map(({ meanings: [{ field, value }] }) => ({ [field]: [value] }))
  const counts = await count(names.flatMap((name, i) => (name ? [{ name }, values[i]!] : [])))
  return phrases.map((phrase, i) => {
    const value = names[i]
    if (!value) return phrase
    const [byName, byValue] = counts.splice(0, 2)
    return byName! > byValue!
      ? { ...phrase, meanings: [{ field: 'name', value }, ...phrase.meanings] }
      : phrase
  })
}

/** Lists the words of dates and of the account's own names. */
const listKnownWords = ({ locale, facets }: SearchTerms): string[] => [
  ...facets.flatMap(({ label, otherNames = [] }) => [label, ...otherNames]),
  ...getVocabulary(locale).keys(),
]
