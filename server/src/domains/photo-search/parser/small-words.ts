import type { Locale } from '#contract/brands.ts'
import type { Token } from './tokens.ts'

/*
 * Words that join dates, places and other phrases, in the languages of the catalogues: normalized, and never shown. Some are two
 * or three words.
 */

/**
 * `before`: articles and prepositions; `photos`: what all are; `to`, `between` and `from` are those of ranges; `earlier`
 * and `later` begin those that end before a date, or begin after it; `this` names a season or month of this year.
 */
export type SmallWords = Readonly<Record<(typeof KINDS)[number], readonly string[]>>

const KINDS = [
  'before',
  'and',
  'photos',
  'from',
  'between',
  'to',
  'since',
  'until',
  'earlier',
  'later',
  'this',
] as const

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
    before: 'the|of|in|on|at|from|during|with|taken|my',
    and: 'and|or',
    photos: 'photo|photos|picture|pictures|pics|all photos|all pictures|images',
    from: 'from',
    between: 'between',
    to: 'to|until|till|through',
    since: 'since',
    until: 'until|till|up to',
    earlier: 'before|earlier than',
    later: 'after|later than',
    this: 'this',
  },
  de: {
    before: 'der|die|das|den|dem|des|im|in|am|an|vom|von|zu|zum|zur|aus|wahrend|mit',
    and: 'und|oder',
    photos: 'foto|fotos|bild|bilder|aufnahmen',
    from: 'von|vom|ab',
    between: 'zwischen',
    to: 'bis|bis zum',
    since: 'seit|ab',
    until: 'bis|bis zum',
    earlier: 'vor|vor dem',
    later: 'nach|nach dem',
    this: 'diesen|dieser|dieses|diesem|diese',
  },
  fr: {
    before: 'le|la|les|l|du|de|des|d|en|a|au|aux|dans|pendant|durant|avec|prise|prises',
    and: 'et|ou',
    photos: 'photo|photos|images',
    from: 'de|du',
    between: 'entre',
    to: 'a|au|jusqu a|jusqu au|jusqu en',
    since: 'depuis',
    until: 'jusqu a|jusqu au|jusqu en',
    earlier: 'avant|avant le',
    later: 'apres|apres le',
    this: 'ce|cet|cette',
  },
  es: {
    before: 'el|la|los|las|de|del|en|a|al|dia|durante|con|tomadas',
    and: 'y|e|o|u',
    photos: 'foto|fotos|fotografias|imagenes',
    from: 'de|del|desde|desde el',
    between: 'entre',
    to: 'a|al|hasta|hasta el',
    since: 'desde|desde el',
    until: 'hasta|hasta el',
    earlier: 'antes de|antes del',
    later: 'despues de|despues del',
    this: 'este|esta',
  },
  it: {
    before:
      'il|lo|la|i|gli|le|l|di|del|della|dell|a|al|alla|all|in|nel|nella|nell|da|dal|dalla|dall|durante|con|scattate',
    and: 'e|ed|o|oppure',
    photos: 'foto|fotografie|immagini',
    from: 'da|dal|dall',
    between: 'tra|fra',
    to: 'a|al|all|fino a|fino al',
    since: 'da|dal|dall',
    until: 'fino a|fino al',
    earlier: 'prima di|prima del|prima dell',
    later: 'dopo|dopo il',
    this: 'questo|questa|quest',
  },
  pt: {
    before: 'o|a|os|as|de|do|da|dos|das|em|no|na|nos|nas|ao|dia|durante|com|tiradas',
    and: 'e|ou',
    photos: 'foto|fotos|fotografias|imagens',
    from: 'de|do|desde',
    between: 'entre',
    to: 'a|ao|ate',
    since: 'desde',
    until: 'ate',
    earlier: 'antes de|antes do',
    later: 'depois de|depois do|apos',
    this: 'este|esta',
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
    earlier: 'voor',
    later: 'na',
    this: 'deze|dit',
  },
  da: {
    before: 'i|pa|den|det|de|d|fra|til|om|af|ved|under|med',
    and: 'og|eller',
    photos: 'foto|fotos|fotoer|billeder',
    from: 'fra',
    between: 'mellem',
    to: 'til|indtil|til og med',
    since: 'siden',
    until: 'til|indtil|til og med',
    earlier: 'for|inden',
    later: 'efter',
    this: 'denne|dette',
  },
  nb: {
    before: 'i|pa|den|det|de|fra|til|om|av|ved|under|med',
    and: 'og|eller',
    photos: 'foto|fotos|bilder',
    from: 'fra',
    between: 'mellom',
    to: 'til|til og med',
    since: 'siden',
    until: 'til|til og med|fram til',
    earlier: 'for',
    later: 'etter',
    this: 'denne|dette',
  },
  sv: {
    before: 'i|pa|den|det|de|fran|till|om|av|vid|under|med',
    and: 'och|eller',
    photos: 'foto|foton|bilder',
    from: 'fran',
    between: 'mellan',
    to: 'till|till och med|t o m',
    since: 'sedan',
    until: 'till|till och med|fram till',
    earlier: 'fore|innan',
    later: 'efter',
    this: 'denna|detta|den har',
  },
} as const
