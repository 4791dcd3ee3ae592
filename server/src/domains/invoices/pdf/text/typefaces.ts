import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'

/** Figtree is the design's typeface; Noto Sans has the Greek, Cyrillic and other letters that it lacks. */
export type FontFamily = 'figtree' | 'noto'
export type FontWeight = 'regular' | 'semibold'

/** A parsed font file, shared by all documents because parsing Noto's tables takes longer than drawing an invoice. */
interface Typeface {
  hasGlyphForCodePoint(codePoint: number): boolean
}

/** Whether the font has a glyph for the character; a missing one would make the file invalid as PDF/A (6.2.11.8). */
export function hasGlyph(family: FontFamily, weight: FontWeight, character: string): boolean {
  return getTypeface(family, weight).hasGlyphForCodePoint(character.codePointAt(0)!)
}

/**
 * Returns the font as a source for `doc.font`. Call resetGlyphs before each document and draw documents one after the
 * other: fontkit stores with each glyph the first character that used it, which becomes the text of the PDF, so that
 * without the reset a file's bytes would depend on previous files.
 */
export function getFontSource(family: FontFamily, weight: FontWeight): PDFKit.Mixins.PDFFontSource {
  return getTypeface(family, weight) as unknown as PDFKit.Mixins.PDFFontSource
}

/** Resets the state that fontkit stores per glyph; call it before each document, see getFontSource. */
export function resetGlyphs(): void {
  for (const typeface of typefaces.values()) Object.assign(typeface, { _glyphs: {} })
}

function getTypeface(family: FontFamily, weight: FontWeight): Typeface {
  const file = FONT_FILES[family][weight]
  let typeface = typefaces.get(file)
  if (!typeface) {
    typeface = openTypeface(file)
    typefaces.set(file, typeface)
  }
  return typeface
}

/** Parses the file by pdfkit's own font library, so that only one version of it is loaded. */
function openTypeface(file: string): Typeface {
  const doc = new PDFDocument({ autoFirstPage: false, font: '' })
  doc.font(readFileSync(fileURLToPath(file)))
  return (doc as unknown as { _font: { font: Typeface } })._font.font
}

const FONT_FILES: Record<FontFamily, Record<FontWeight, string>> = {
  figtree: {
    regular: import.meta.resolve('@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf'),
    semibold: import.meta.resolve('@expo-google-fonts/figtree/600SemiBold/Figtree_600SemiBold.ttf'),
  },
  noto: {
    regular: import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
    semibold: import.meta.resolve('@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf'),
  },
}

const typefaces = new Map<string, Typeface>()
