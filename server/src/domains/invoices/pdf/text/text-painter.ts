import { type FontFamily, type FontWeight, getFontSource, hasGlyph } from './typefaces.ts'

/** The replacement character, for which Noto Sans has a glyph. */
const REPLACEMENT_CHARACTER = '\uFFFD'

const capitalize = (word: string) => word.replace(/^\p{Ll}/u, first => first.toUpperCase())

const LATIN_BY_LETTER = parseLetters(`
  ا a أ a إ i آ a ٱ a ى a ء ' ئ ' ؤ ' ب b ت t ث th ج j ح h خ kh د d ذ dh ر r ز z س s ش sh ص s ض d ط t ظ z ع a غ gh
  ف f ق q ك k ل l م m ن n ه h ة a و w ي y پ p چ ch ژ zh گ g ک k ی y ڤ v ہ h ے e ٹ t ڈ d ڑ r ں n ھ h
  א a ב b ג g ד d ה h ו v ז z ח h ט t י y כ k ך k ל l מ m ם m נ n ן n ס s ע ' פ p ף f צ ts ץ ts ק q ר r ש sh ת t
  ، , ؛ ; ؟ ? ־ - ׳ ' ״ "`)

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

const hasAllGlyphs = (family: FontFamily, weight: FontWeight, text: string) =>
  [...text].every(character => hasGlyph(family, weight, character))

const replaceMissing = (text: string, weight: FontWeight) =>
  [...text]
    .map(character => (hasGlyph('noto', weight, character) ? character : REPLACEMENT_CHARACTER))
    .join('')

export interface TextStyle {
  /** In points. */
  size: number
  weight: FontWeight
  colour: string
  /** Digits of one width, for columns of numbers. */
  tabular?: boolean
}

export type TextLine = readonly (readonly TextRun[])[]

export type Align = 'left' | 'right'

/** Measures, breaks and draws text of mixed fonts. Positions and sizes are in points from the top left. */
export class TextPainter {
  readonly #doc: PDFKit.PDFDocument
  /** Widths of runs at one point of size. */
  readonly #widths = new Map<string, number>()

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc
  }

  /**
   * The text in lines of at most `width`. Breaks at spaces and line feeds, never at no-break spaces, and inside a word
   * only when it is wider than a line.
   */
  breakLines(text: string, style: TextStyle, width: number): TextLine[] {
    return text.split('\n').flatMap(paragraph => this.#breakParagraph(paragraph, style, width))
  }

  #breakParagraph(paragraph: string, style: TextStyle, width: number): TextLine[] {
    const words = paragraph.split(BREAKING_SPACE).flatMap(word => this.#splitWord(word, style, width))
    const space = this.#measureSpace(style)
    const lines: (readonly TextRun[])[][] = []
    let usedWidth = 0
    for (const { runs, advance } of words) {
      if (lines.length === 0 || usedWidth + space + advance > width) {
        lines.push([])
        usedWidth = -space
      }
      lines.at(-1)!.push(runs)
      usedWidth += space + advance
    }
    return lines
  }

  /** Splits a word into runs with their width, and into several parts if it is wider than a line. */
  #splitWord(word: string, style: TextStyle, width: number): { runs: TextRun[]; advance: number }[] {
    const runs = word
      .split(NO_BREAK_SPACE)
      .flatMap((part, i) => [
        ...(i > 0 ? [{ text: ' ', family: 'figtree' as const }] : []),
        ...findRuns(part, style.weight),
      ])
    if (runs.length === 0) return []
    const advance = this.#measureRuns(runs, style)
    if (advance <= width || word.length < 2) return [{ runs, advance }]
    const characters = [...new Intl.Segmenter().segment(word)].map(({ segment }) => segment)
    if (characters.length < 2) return [{ runs, advance }]
    let fittingCount = Math.max(1, Math.floor((characters.length * width) / advance))
    const getHead = () => characters.slice(0, fittingCount).join('')
    while (fittingCount > 1 && this.measureWidth(getHead(), style) > width) fittingCount--
    return [
      ...this.#splitWord(getHead(), style, Number.POSITIVE_INFINITY),
      ...this.#splitWord(characters.slice(fittingCount).join(''), style, width),
    ]
  }

  measureWidth(text: string, style: TextStyle): number {
    return Math.max(
      0,
      ...this.breakLines(text, style, Number.POSITIVE_INFINITY).map(l => this.#measureLine(l, style)),
    )
  }

  /** Draws a line with its baseline at `y`; `x` is its left end, or its right end for align 'right'. */
  drawLine(line: TextLine, x: number, y: number, style: TextStyle, align: Align = 'left'): void {
    const doc = this.#doc
    let left = align === 'left' ? x : x - this.#measureLine(line, style)
    doc.fillColor(style.colour)
    for (const run of toSpacedRuns(line)) {
      const textWidth = this.#measureUnitWidth(run, style) * style.size
      if (run.actual) doc.markContent('Span', { actual: run.actual })
      // Measuring selects a font too.
      this.#selectFont(run.family, style)
      // With width and count pdfkit does not measure again.
      const options = { lineBreak: false, baseline: 'alphabetic' as const, textWidth, wordCount: 1 }
      doc.text(run.text, left, y, { ...options, ...toFeatures(style) })
      if (run.actual) doc.endMarkedContent()
      left += textWidth
    }
  }

  #measureLine(line: TextLine, style: TextStyle): number {
    return this.#measureRuns(toSpacedRuns(line), style)
  }

  #measureRuns(runs: readonly TextRun[], style: TextStyle): number {
    let width = 0
    for (const run of runs) width += this.#measureUnitWidth(run, style) * style.size
    return width
  }

  #measureUnitWidth({ text, family }: TextRun, style: TextStyle): number {
    const key = `${family} ${style.weight} ${style.tabular ?? false} ${text}`
    let width = this.#widths.get(key)
    if (width === undefined) {
      this.#selectFont(family, { ...style, size: 1 })
      width = this.#doc.widthOfString(text, toFeatures(style))
      this.#widths.set(key, width)
    }
    return width
  }

  #measureSpace(style: TextStyle): number {
    return this.#measureRuns([{ text: ' ', family: 'figtree' }], style)
  }

  #selectFont(family: FontFamily, { weight, size }: TextStyle): void {
    this.#doc.font(getFontSource(family, weight), `${family}-${weight}`, size)
  }
}

/**
 * Returns the runs of a line with its spaces; adjacent runs of one font are joined, for fewer operators and copyable
 * spaces.
 */
function toSpacedRuns(line: TextLine): TextRun[] {
  const runs: TextRun[] = []
  for (const [i, word] of line.entries()) {
    for (const run of i > 0 ? [SPACE, ...word] : word) {
      const lastRun = runs.at(-1)
      const isSpace = run === SPACE
      if (lastRun && !lastRun.actual && !run.actual && (isSpace || lastRun.family === run.family))
        lastRun.text += run.text
      else runs.push({ ...run })
    }
  }
  return runs
}

const SPACE: TextRun = { text: ' ', family: 'figtree' }

const toFeatures = ({ tabular }: TextStyle): { features?: PDFKit.Mixins.OpenTypeFeatures[] } =>
  tabular ? { features: ['tnum'] } : {}

const BREAKING_SPACE = /[^\S\u00A0\u202F\u2007]+/u
const NO_BREAK_SPACE = /[\u00A0\u202F\u2007]/u

/** Characters that are drawn in one font. */
interface TextRun {
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

/**
 * Transliterates a word of a script without a font here: Arabic and Hebrew letters by BGN/PCGN without diacritics, digits of
 * all scripts, letters with a compatible Latin form. Pictographs are left out; other characters become U+FFFD. The PDF
 * contains the original word as ActualText, the XML contains only the original.
 */
function transliterate(word: string): string {
  const latin = [...word.normalize('NFKC')].map(transliterateCharacter).join('')
  return latin === word.normalize('NFKC') ? latin : capitalize(latin)
}

function transliterateCharacter(character: string): string {
  if (character in LATIN_BY_LETTER) return LATIN_BY_LETTER[character]!
  if (/\p{Nd}/u.test(character)) return String(getDigitValue(character.codePointAt(0)!))
  if (/[\p{Mn}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/u.test(character)) return ''
  if (/[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{P}\p{S}\p{Z}]/u.test(character))
    return character
  return REPLACEMENT_CHARACTER
}

/** Unicode encodes the ten digits of a script consecutively (chapter 4.6). */
function getDigitValue(codePoint: number): number {
  let zero = codePoint
  while (codePoint - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  // The ranges of the mathematical digits are adjacent.
  return codePoint >= 0x1d7ce && codePoint <= 0x1d7ff ? (codePoint - 0x1d7ce) % 10 : codePoint - zero
}

function parseLetters(table: string): Readonly<Record<string, string>> {
  const cells = table.trim().split(/\s+/)
  return Object.fromEntries(cells.flatMap((from, i) => (i % 2 === 0 ? [[from, cells[i + 1]!]] : [])))
}
