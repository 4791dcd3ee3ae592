import type { Answer } from '#contract/endpoint.ts'
import {
  type FilterField,
  hasFewWords,
  normalizePhotoName,
  type PhotoFilter,
  SINGLE_FIELDS,
} from '#contract/filter-query.ts'
import { findSearchMatches, splitSearchWords } from '#contract/order-search.ts'
import { type getSearchSuggestions, OPTIONS_MAX, type SearchOption } from '#contract/search-suggestions.ts'
import { type FilterNames, labelFilterValue } from '#locales/filter-labels.ts'
import type { Call } from '../../http/route.ts'
import { getTranslator } from '../../platform/i18n/translate.ts'
import { type Facet, loadFacets } from './facets.ts'
import { countEach } from './found-photos.ts'
import type { FilterValue } from './parser/date-phrases.ts'
import { findNearestWord } from './parser/nearest-word.ts'
import { createFilter, type ParsedSearch, parseSearch, type SearchTerms } from './parser/parse-search.ts'
import { getSmallWords } from './parser/small-words.ts'
import { getVocabulary } from './parser/words.ts'

/** Returns what a text can mean as a search, each option with its number of photos, and as what the text is understood. */
export async function suggestSearches({
  ctx,
  caller: { accountId },
  query: { text, locale, today = ctx.clock.now().toISOString().slice(0, 10) },
}: Call<typeof getSearchSuggestions>): Promise<Answer<typeof getSearchSuggestions>> {
  const facets = await loadFacets(ctx, accountId, locale)
  const count = (filters: readonly PhotoFilter[]) => countEach(ctx, accountId, filters)
  const parsed = await understandSearch(text, { locale, today, facets }, count)
  const names: FilterNames = (field, value) =>
    facets.find(each => each.field === field && each.value === value)?.label
  const label = ({ field, value }: { field: FilterField; value: string }) =>
    labelFilterValue(locale, getTranslator(locale), names, [field, value])
  const candidates = listCandidates(text, parsed, facets, locale, today)
  const counts = await count(candidates.map(({ filter }) => filter))
  const options = candidates.flatMap(({ filter, values }, i): SearchOption[] => {
    const name = values.map(label).join(', ')
    const matched = findSearchMatches(name, splitSearchWords(text)).map(([start, end]) => ({ start, end }))
    const photos = counts[i]!
    return photos > 0 ? [{ kind: toKind(values[0]!.field), label: name, matched, filter, photos }] : []
  })
  return {
    options: options.slice(0, OPTIONS_MAX),
    understood: {
      filter: parsed.filter,
      phrases: parsed.phrases.map(({ text, meanings: [first, ...others] }) => ({
        text,
        ...first,
        label: label(first),
        alternatives: others.map(each => ({ ...each, label: label(each) })),
      })),
      rest: parsed.rest.join(' '),
      unknown: parsed.unknown,
      corrected: parsed.corrected,
    },
  }
}

interface Candidate {
  filter: PhotoFilter
  values: FilterValue[]
}

/** Lists possible meanings, the likeliest first, each filter once; more than are shown, because some find nothing. */
function listCandidates(
  text: string,
  parsed: Understood,
  facets: readonly Facet[],
  locale: Parameters<typeof getVocabulary>[0],
  today: string,
): Candidate[] {
  const words = normalizePhotoName(text)
  if (words === '') return []
  const candidates: Candidate[] = []
  const add = (filter: PhotoFilter, values: FilterValue[]) => {
    if (!candidates.some(each => JSON.stringify(each.filter) === JSON.stringify(filter)))
      candidates.push({ filter, values })
  }
  const addValue = (value: FilterValue) => add(toFilter(value), [value])
  if (parsed.phrases.length > 0) {
    const values = parsed.phrases.map(({ meanings }) => meanings[0])
    const rest = parsed.rest.join(' ')
    add(parsed.filter, rest ? [...values, { field: 'name', value: rest }] : values)
  }
  if (parsed.phrases.length === 1 && parsed.rest.length === 0)
    for (const each of parsed.phrases[0]!.meanings) addValue(each)
  for (const value of completeWord(words, parsed, locale, today)) addValue(value)
  for (const facet of facets)
    if ([facet.label, ...(facet.otherNames ?? [])].some(name => hasWordStart(name, words)))
      addValue({ field: facet.field, value: facet.value })
  const typed = text.replaceAll('"', '').trim()
  if (hasFewWords(typed)) addValue({ field: 'name', value: typed })
  // Where all together find nothing, each part for itself.
  for (const { meanings } of parsed.phrases) addValue(meanings[0])
  for (const word of parsed.rest) addValue({ field: 'name', value: word })
  return candidates.slice(0, CANDIDATES_MAX)
}

const hasWordStart = (name: string, words: string) => ` ${normalizePhotoName(name)}`.includes(` ${words}`)

/** Bounds what one call counts. */
const CANDIDATES_MAX = 12
const COMPLETED_LENGTH_MIN = 2
const COMPLETIONS_MAX = 4

/** What words of dates, shapes and prints begin with the text. */
function completeWord(
  words: string,
  parsed: Understood,
  locale: Parameters<typeof getVocabulary>[0],
  today: string,
): FilterValue[] {
  if (words.length < COMPLETED_LENGTH_MIN || parsed.phrases.length > 0) return []
  const completed = [...getVocabulary(locale).keys()].filter(word => word.startsWith(words))
  const values = completed.flatMap(
    word => parseSearch(word, { locale, today, facets: [] }).phrases[0]?.meanings[0] ?? [],
  )
  const unique = new Map(values.map(value => [JSON.stringify(value), value]))
  return [...unique.values()].slice(0, COMPLETIONS_MAX)
}

const toFilter = ({ field, value }: FilterValue): PhotoFilter => ({
  [field]: (SINGLE_FIELDS as readonly FilterField[]).includes(field) ? value : [value],
})

const KINDS: Partial<Record<FilterField, SearchOption['kind']>> = {
  days: 'date',
  undated: 'date',
  project: 'product',
  type: 'shape',
}

const toKind = (field: FilterValue['field']): SearchOption['kind'] =>
  KINDS[field] ?? (field as SearchOption['kind'])

/** How a text is understood as a search. */
interface Understood extends ParsedSearch {
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
async function understandSearch(text: string, terms: SearchTerms, count: Count): Promise<Understood> {
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
  // As they were typed: a part of a longer name or date, as 'first', means nothing alone.
  const typed = unknown.flatMap(word => {
    const misspelt = nearest.filter(each => each.word === word).map(each => each.text)
    return misspelt.length > 0 ? misspelt : word.replaceAll('"', '')
  })
  const leftOut = typed.join(' ').split(' ')
  const corrected = nearest.filter(each => !leftOut.includes(each.text))
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
