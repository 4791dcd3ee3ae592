import { REPLACEMENT_CHARACTER, transliterate } from './transliterate.ts'
import { type FontFamily, type FontWeight, hasGlyph } from './typefaces.ts'

/** Characters that are drawn in one font. */
export interface TextRun {
  text: string
  family: FontFamily
  /** The original text of a transliteration. */
  actual?: string
}

/**
 * Finds the runs of a word: in Figtree if it has all glyphs, else in Noto Sans if it has all glyphs, else its
 * transliteration in Noto Sans. Invisible characters are left out.
 */
export function findRuns(word: string, weight: FontWeight): TextRun[] {
  const text = word.normalize('NFC').replace(INVISIBLE, '')
  if (text === '') return []
  for (const family of ['figtree', 'noto'] as const)
    if (hasAllGlyphs(family, weight, text)) return [{ text, family }]
  const shownText = replaceMissing(transliterate(text), weight)
  return shownText === '' ? [] : [{ text: shownText, family: 'noto', actual: text }]
}

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

const hasAllGlyphs = (family: FontFamily, weight: FontWeight, text: string) =>
  [...text].every(character => hasGlyph(family, weight, character))

const replaceMissing = (text: string, weight: FontWeight) =>
  [...text]
    .map(character => (hasGlyph('noto', weight, character) ? character : REPLACEMENT_CHARACTER))
    .join('')
