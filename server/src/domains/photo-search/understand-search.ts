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
type Count = (filter: PhotoFilter) => Promise<number>

/**
 * Understands a text by what the library has: words that no photo, album or place has are read as the nearest known word, or left
 * out and named, unless nothing else is known. `count` counts the photos of a filter.
 */
export async function understandSearch(text: string, terms: SearchTerms, count: Count): Promise<Understood> {
  const smallWords = getSmallWords(terms.locale)
  /** Parts words of names into those that something has, and others; articles and the like are neither. */
  const sort = async ({ rest }: ParsedSearch) => {
    const { before, and, photos } = smallWords
    const [known, unknown]: [string[], string[]] = [[], []]
    for (const word of new Set(rest))
      if (![...before, ...and, ...photos].includes(normalizePhotoName(word)))
        ((await count({ name: word })) > 0 ? known : unknown).push(word)
    return { known, unknown }
  }
  const first = parseSearch(text, terms)
  const { unknown: missing } = await sort(first)
  const dictionary = missing.length > 0 ? listKnownWords(terms) : []
  const corrected = missing.flatMap(typed => {
    // 'seit' is no misspelt 'sept'.
    const isSmall = Object.values(smallWords).flat().includes(normalizePhotoName(typed))
    const word = isSmall ? undefined : findNearestWord(typed, dictionary)
    return word ? [{ text: typed, word }] : []
  })
  const corrections = new Map(corrected.map(({ text, word }) => [normalizePhotoName(text), word]))
  const parsed = corrections.size > 0 ? parseSearch(text, { ...terms, corrections }) : first
  const { known, unknown } = await sort(parsed)
  const { meant, vague } = separateVagueDates(parsed.phrases, text, smallWords.and)
  unknown.unshift(...vague.map(phrase => phrase.text))
  const phrases = await Promise.all(meant.map(phrase => unitePhrase(phrase, count)))
  const name = text.replaceAll('"', '').trim()
  if (phrases.length === 0 && known.length === 0 && hasFewWords(name))
    return { phrases, rest: parsed.rest, filter: { name }, unknown: [], corrected }
  return { phrases, rest: known, filter: createFilter(phrases, known), unknown, corrected }
}

/**
 * Parts date phrases that count from today and stand beside one with a year into those that are meant and those that are not:
 * 'last weekend in may 2023' is none of this month, unless a word joins the two.
 */
function separateVagueDates(phrases: readonly Phrase[], text: string, and: readonly string[]) {
  const isDate = ({ meanings: [{ field }] }: Phrase) => field === 'date'
  const isVague = (phrase: Phrase) => isDate(phrase) && !/\d/.test(phrase.text)
  const isJoined =
    /[,;]/.test(text) ||
    normalizePhotoName(text)
      .split(' ')
      .some(word => and.includes(word))
  const hasYear = phrases.some(phrase => isDate(phrase) && !isVague(phrase))
  if (isJoined || !hasYear) return { meant: phrases, vague: [] }
  return { meant: phrases.filter(phrase => !isVague(phrase)), vague: phrases.filter(isVague) }
}

/** An album or a town is meant as words of names where more photos have those: other albums, titles and files. */
async function unitePhrase(phrase: Phrase, count: Count): Promise<Phrase> {
  const [{ field, value }] = phrase.meanings
  if ((field !== 'album' && field !== 'place') || value.startsWith('country:')) return phrase
  const words = phrase.text.replaceAll('"', '')
  const name = words.includes(' ') ? `"${words}"` : words
  const isWider = (await count({ name })) > (await count({ [field]: [value] }))
  return isWider ? { ...phrase, meanings: [{ field: 'name', value: name }, ...phrase.meanings] } : phrase
}

/** Lists the words of dates and of the account's own names. */
const listKnownWords = ({ locale, facets }: SearchTerms): string[] => [
  ...facets.flatMap(({ label, otherNames = [] }) => [label, ...otherNames]),
  ...getVocabulary(locale).keys(),
]
