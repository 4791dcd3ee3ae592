import type { Locale } from '#contract/brands.ts'
import {
  NAME_WORDS_MAX,
  normalizePhotoName,
  type PhotoFilter,
  SINGLE_FIELDS,
  VALUES_MAX,
} from '#contract/filter-query.ts'
import type { Facet } from '../facets.ts'
import type { FilterValue, Today, TokenMatch } from './date-phrases.ts'
import { moveBack } from './numbered-phrases.ts'
import { matchDateOrRange } from './range-phrases.ts'
import { countWords, getSmallWords, type SmallWords } from './small-words.ts'
import { splitTokens, type Token } from './tokens.ts'
import { getVocabulary, listSpellings } from './words.ts'

/** A part of the text and what it means; `meanings`: the chosen one first, then its alternatives. */
export interface ParsedPhrase {
  text: string
  meanings: readonly [FilterValue, ...FilterValue[]]
}

export interface ParsedSearch {
  phrases: ParsedPhrase[]
  /** Words that mean nothing else, as typed. */
  rest: string[]
  filter: PhotoFilter
}

/** What a text is read with. */
export interface SearchTerms {
  locale: Locale
  today: Today
  facets: readonly Facet[]
}

/**
 * Parses a search text: quoted texts, then dates, places, albums, products, cameras, and words for shapes and prints, each the
 * longest phrase first; the rest are words of names. Every phrase can also be meant as words of a name. `corrections`: what misspelt
 * words are read as.
 */
export function parseSearch(
  text: string,
  { locale, today, facets, corrections }: SearchTerms & { corrections?: ReadonlyMap<string, string> },
): ParsedSearch {
  const tokens = splitTokens(text).map(token => {
    const word = corrections?.get(token.word)
    return word === undefined ? token : { ...token, word, text: word }
  })
  const known = { locale, vocabulary: getVocabulary(locale), smallWords: getSmallWords(locale), today }
  const nextYear = { ...known, today: moveBack(today, -1, 'year') }
  const labels = facets.flatMap(facet =>
    listNames(facet).map(name => ({ facet, words: normalizePhotoName(name).split(' ') })),
  )
  const match = (from: number): TokenMatch | null => {
    const remaining = tokens.slice(from)
    return (
      matchQuoted(remaining) ?? pickLonger(matchDateOrRange(remaining, known), matchFacet(remaining, labels))
    )
  }
  const found: FoundPhrase[] = []
  const rest: string[] = []
  let isAfterPhrase = false
  for (let at = 0; at < tokens.length; ) {
    let matched = match(at)
    const photos = matched ? 0 : countWords(tokens.slice(at), known.smallWords.photos)
    if (photos > 0 && isAfterPhrase) {
      at += photos
      continue
    }
    const smallWords = matched ? 0 : countSmallWords(tokens.slice(at), known.smallWords, isAfterPhrase)
    // A small word can be the first one of a phrase: 'i fjor'.
    let skipped = 0
    while (!matched && skipped < smallWords) matched = match(at + ++skipped)
    if (!matched) {
      rest.push(tokens[at]!.text)
      isAfterPhrase = false
      at++
      continue
    }
    at += skipped
    const words = tokens.slice(at, at + matched.length)
    const [{ start }, { end }] = [words[0]!, words.at(-1)!]
    const typed = text.slice(start, end)
    const name = corrections ? words.map(token => token.text).join(' ') : typed
    const [{ field, value }] = matched.meanings as [FilterValue]
    found.push({
      phrase: { text: typed, meanings: addAlternatives(matched, words, name, labels) },
      isDate: field === 'date',
      isFromToday: matchDateOrRange(tokens.slice(at), nextYear)?.meanings[0]?.value !== value,
      isJoined: isJoining(text.slice(found.at(-1)?.end ?? start, start), known.smallWords),
      end,
    })
    isAfterPhrase = true
    at += matched.length
  }
  const vague = found.filter(isVague)
  const meant = found.filter(each => !vague.includes(each)).map(({ phrase }) => phrase)
  rest.push(...vague.map(({ phrase }) => `"${phrase.text}"`))
  return { phrases: meant, rest, filter: createFilter(meant, rest) }
}

interface FoundPhrase {
  phrase: ParsedPhrase
  isDate: boolean
  /** Whether it means another date next year: 'last weekend', but not '2019'. */
  isFromToday: boolean
  /** Whether a word or a sign joins it to the phrase before. */
  isJoined: boolean
  /** Its end in the text. */
  end: number
}

const isJoining = (between: string, { and }: SmallWords): boolean =>
  /[,;&+/]/.test(between) ||
  normalizePhotoName(between)
    .split(' ')
    .some(word => and.includes(word))

/**
 * Whether a date that counts from today stands beside one that does not, and no word joins it: that of 'last weekend in may 2023' is
 * not meant. Other dates are alternatives.
 */
const isVague = (
  { isDate, isFromToday, isJoined }: FoundPhrase,
  place: number,
  found: readonly FoundPhrase[],
): boolean =>
  isDate &&
  isFromToday &&
  !isJoined &&
  !found[place + 1]?.isJoined &&
  found.some(each => each.isDate && !each.isFromToday)

/** The first one where both are equally long. */
const pickLonger = (one: TokenMatch | null, other: TokenMatch | null): TokenMatch | null =>
  one && other ? (other.length > one.length ? other : one) : (one ?? other)

/** Counts the small words before a phrase, which mean nothing of themselves: 'in', 'photos of', 'and' after another phrase. */
function countSmallWords(
  tokens: readonly Token[],
  { before, and, photos }: SmallWords,
  isAfterPhrase: boolean,
): number {
  let count = countWords(tokens, isAfterPhrase ? and : photos)
  const most = count + SMALL_WORDS_MAX
  for (let more = 1; more > 0 && count < most; count += more)
    more = countWords(tokens.slice(count, count + 1), before)
  return count
}

const SMALL_WORDS_MAX = 3

/** A town is found by its name alone, a label that names its country too is for reading. */
const listNames = ({ label, otherNames = [] }: Facet) =>
  [...new Set([label, ...otherNames])].flatMap(listSpellings)

const matchQuoted = ([first]: readonly Token[]): TokenMatch | null =>
  first?.kind === 'quoted'
    ? { length: 1, meanings: [{ field: 'name', value: `"${first.text.trim()}"` }] }
    : null

interface FacetLabel {
  facet: Facet
  words: readonly string[]
}

/** Matches the whole name of a place, album or product, or successive words of a camera's; all cameras with them are meant. */
function matchFacet(tokens: readonly Token[], labels: readonly FacetLabel[]): TokenMatch | null {
  const words = tokens
    .map(({ kind, word }) => (kind === 'quoted' ? '"' : word))
    .flatMap(word => word.split(' '))
  for (let length = Math.min(tokens.length, FACET_WORDS_MAX); length > 0; length--) {
    if (tokens.slice(0, length).some(({ word }) => word.includes(' '))) continue
    const meanings = findFacets(words.slice(0, length), labels)
    if (meanings.length > 0) return { length, meanings }
  }
  return null
}

const FACET_WORDS_MAX = 10
const CAMERA_LENGTH_MIN = 3

function findFacets(words: readonly string[], labels: readonly FacetLabel[]): FilterValue[] {
  const joined = words.join(' ')
  const found = labels.filter(({ facet, words: name }) =>
    facet.field === 'camera'
      ? joined.length >= CAMERA_LENGTH_MIN &&
        !/^\d+$/.test(joined) &&
        ` ${name.join(' ')} `.includes(` ${joined} `)
      : name.join(' ') === joined,
  )
  const order = ['place', 'album', 'product', 'project', 'camera'] as const
  return order.flatMap(field => {
    const values = found.filter(({ facet }) => facet.field === field).map(({ facet }) => facet.value)
    return [...new Set(values)].map(value => ({ field, value }))
  })
}

function addAlternatives(
  match: TokenMatch,
  tokens: readonly Token[],
  name: string,
  labels: readonly FacetLabel[],
): ParsedPhrase['meanings'] {
  const [first, ...others] = match.meanings
  const named =
    first!.field === 'date' || first!.field === 'days'
      ? findFacets(
          tokens.flatMap(({ word }) => word.split(' ')),
          labels,
        )
      : []
  const asName: FilterValue[] =
    first!.field === 'name' ? [] : [{ field: 'name', value: name.replaceAll('"', '') }]
  return [first!, ...others, ...named, ...asName]
}

/** Creates the filter of phrases as they are meant, and of words of names. */
export function createFilter(phrases: readonly ParsedPhrase[], words: readonly string[]): PhotoFilter {
  const filter: Record<string, string | string[]> = {}
  const names: string[] = []
  for (const { meanings } of phrases) {
    const [{ field, value }] = meanings
    if (field === 'name') names.push(value)
    else if (SINGLE_FIELDS.includes(field as never)) filter[field] = value
    else
      filter[field] = addValues(filter[field] as string[] | undefined, [value, ...listSame(meanings)], field)
  }
  const all = [...names, ...words].slice(0, NAME_WORDS_MAX)
  if (all.length > 0) filter.name = all.join(' ')
  return filter as PhotoFilter
}

/** Adds values of a field, as many as filters may have. */
const addValues = (
  known: readonly string[] = [],
  values: readonly string[],
  field: FilterValue['field'],
): string[] =>
  [...new Set([...known, ...values])].slice(0, VALUES_MAX[field as keyof typeof VALUES_MAX]).sort()

/** All cameras whose names have the words are meant, not the first one. */
const listSame = ([{ field }, ...others]: ParsedPhrase['meanings']): string[] =>
  field === 'camera' ? others.filter(each => each.field === 'camera').map(each => each.value) : []
