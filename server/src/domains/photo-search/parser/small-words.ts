import type { Locale } from '#contract/brands.ts'
import type { Token } from './tokens.ts'

/*
 * Words that join dates, places and other phrases, in the languages of the catalogues: normalized, and never shown. Some are two
 * or three words.
 */

/** `before`: articles and prepositions; `photos`: what all are; `to`, `between` and `from` are those of ranges. */
export type SmallWords = Readonly<Record<(typeof KINDS)[number], readonly string[]>>

const KINDS = ['before', 'and', 'photos', 'from', 'between', 'to', 'since', 'until'] as const

/** Returns the words of a locale and of English. */
export function getSmallWords(locale: Locale): SmallWords {
  const known = smallWords.get(locale)
  if (known) return known
  const texts = [TEXTS[locale.slice(0, 2) as keyof typeof TEXTS], TEXTS.en]
  const words = Object.fromEntries(
    KINDS.map(kind => [kind, texts.flatMap(text => text[kind].split('|'))]),
  ) as unknown as SmallWords
  smallWords.set(locale, words)
  return words
}

const smallWords = new Map<Locale, SmallWords>()

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

const TEXTS = {
  en: {
    before: 'the|of|in|on|at|from|during',
    and: 'and|or',
    photos: 'photo|photos|picture|pictures|pics',
    from: 'from',
    between: 'between',
    to: 'to|until|till|through',
    since: 'since',
    until: 'until|till|up to',
  },
  de: {
    before: 'der|die|das|den|dem|des|im|in|am|an|vom|von|zu|zum|zur|aus|wahrend',
    and: 'und|oder',
    photos: 'foto|fotos|bild|bilder|aufnahmen',
    from: 'von|vom|ab',
    between: 'zwischen',
    to: 'bis|bis zum',
    since: 'seit|ab',
    until: 'bis|bis zum',
  },
  fr: {
    before: 'le|la|les|l|du|de|des|d|en|a|au|aux|dans|pendant|durant',
    and: 'et|ou',
    photos: 'photo|photos|images',
    from: 'de|du',
    between: 'entre',
    to: 'a|au|jusqu a|jusqu au|jusqu en',
    since: 'depuis',
    until: 'jusqu a|jusqu au|jusqu en',
  },
  es: {
    before: 'el|la|los|las|de|del|en|a|al|dia|durante',
    and: 'y|e|o|u',
    photos: 'foto|fotos|fotografias|imagenes',
    from: 'de|del|desde|desde el',
    between: 'entre',
    to: 'a|al|hasta|hasta el',
    since: 'desde|desde el',
    until: 'hasta|hasta el',
  },
  it: {
    before: 'il|lo|la|i|gli|le|l|di|del|della|dell|a|al|alla|all|in|nel|nella|nell|da|dal|dalla|dall|durante',
    and: 'e|ed|o|oppure',
    photos: 'foto|fotografie|immagini',
    from: 'da|dal|dall',
    between: 'tra|fra',
    to: 'a|al|all|fino a|fino al',
    since: 'da|dal|dall',
    until: 'fino a|fino al',
  },
  pt: {
    before: 'o|a|os|as|de|do|da|dos|das|em|no|na|nos|nas|ao|dia|durante',
    and: 'e|ou',
    photos: 'foto|fotos|fotografias|imagens',
    from: 'de|do|desde',
    between: 'entre',
    to: 'a|ao|ate',
    since: 'desde',
    until: 'ate',
  },
  nl: {
    before: 'de|het|in|op|van|uit|met|tijdens',
    and: 'en|of',
    photos: 'foto|foto s|fotos|afbeeldingen',
    from: 'van|vanaf',
    between: 'tussen',
    to: 'tot|tot en met|t m',
    since: 'sinds|vanaf',
    until: 'tot|tot en met|t m',
  },
  da: {
    before: 'i|pa|den|det|de|d|fra|til|om|af|ved|under',
    and: 'og|eller',
    photos: 'foto|fotos|fotoer|billeder',
    from: 'fra',
    between: 'mellem',
    to: 'til|indtil|til og med',
    since: 'siden',
    until: 'til|indtil|til og med',
  },
  nb: {
    before: 'i|pa|den|det|de|fra|til|om|av|ved|under',
    and: 'og|eller',
    photos: 'foto|fotos|bilder',
    from: 'fra',
    between: 'mellom',
    to: 'til|til og med',
    since: 'siden',
    until: 'til|til og med|fram til',
  },
  sv: {
    before: 'i|pa|den|det|de|fran|till|om|av|vid|under',
    and: 'och|eller',
    photos: 'foto|foton|bilder',
    from: 'fran',
    between: 'mellan',
    to: 'till|till och med|t o m',
    since: 'sedan',
    until: 'till|till och med|fram till',
  },
} as const
