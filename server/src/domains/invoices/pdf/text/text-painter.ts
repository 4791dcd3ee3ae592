import { findRuns, type TextRun } from './text-runs.ts'
import { type FontFamily, type FontWeight, getFontSource } from './typefaces.ts'

export interface TextStyle {
  /** In points. */
  size: number
  weight: FontWeight
  colour: string
  /** Digits of one width, for columns of numbers. */
  tabular?: boolean
}

/** Words of one line, each as runs. */
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

  /** Width of a text in one line. */
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
