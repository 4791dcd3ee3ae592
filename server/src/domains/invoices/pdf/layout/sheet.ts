import type { VendorTheme } from '#contract/brands.ts'
import type { InvoiceDocument } from '#contract/invoice-document.ts'
import type { Translate } from '../../../../platform/i18n/translate.ts'
import type { Formats } from '../formats.ts'
import { type Align, type TextLine, TextPainter, type TextStyle } from '../text/text-painter.ts'
import { drawLogo } from './logo.ts'
import { INK, LINE_HEIGHT, MUTED, RULE } from './styles.ts'

/** A4 in points. */
const PAGE = { width: 595.28, height: 841.89 }
const MARGIN = 48
const FIRST_TOP = 44
/** Top of the content below the header of a further page. */
const NEXT_TOP = 92
/** Bottom of the content above the footer. */
const BOTTOM = PAGE.height - 62

/** The content of the pages, with its language and design. */
export interface SheetContent {
  invoice: InvoiceDocument
  theme: VendorTheme
  translate: Translate
  formats: Formats
  /** Kind and number, as in 'Invoice 2026-0413'. */
  title: string
}

export type StructureElement = PDFKit.PDFStructureElement

/**
 * The pages of an invoice, filled from top to bottom. `y` is the top of the next block. Everything drawn belongs to an
 * element of the document's structure or is an artifact (PDF/A-3a, PDF/UA-1).
 */
export class Sheet implements SheetContent {
  readonly doc: PDFKit.PDFDocument
  readonly painter: TextPainter
  readonly root: StructureElement
  readonly invoice
  readonly theme
  readonly translate
  readonly formats
  readonly title
  readonly left = MARGIN
  readonly right = PAGE.width - MARGIN
  readonly width = PAGE.width - 2 * MARGIN
  y = FIRST_TOP
  /** Drawn below the header of each further page. */
  onNextPage: (() => void) | undefined

  constructor(doc: PDFKit.PDFDocument, content: SheetContent) {
    this.doc = doc
    this.painter = new TextPainter(doc)
    this.invoice = content.invoice
    this.theme = content.theme
    this.translate = content.translate
    this.formats = content.formats
    this.title = content.title
    this.root = doc.struct('Document')
    doc.addStructure(this.root)
    doc.addPage()
  }

  /** Starts a new page unless `height` fits on the current one. */
  reserve(height: number): void {
    if (this.y + height > BOTTOM) this.#startNextPage()
  }

  /** Adds a structure element with the content that `draw` draws. */
  add(parent: StructureElement, type: string, draw: () => void, options = {}): StructureElement {
    const element = this.doc.struct(type, options, draw)
    parent.add(element)
    return element
  }

  /** Draws decoration that is not content: rules, backgrounds, headers and footers. */
  drawArtifact(draw: () => void, options?: { type: 'Pagination' | 'Layout' }): void {
    this.doc.markContent('Artifact', options ?? { type: 'Layout' })
    draw()
    this.doc.endMarkedContent()
  }

  drawRule(y: number, { from = this.left, to = this.right } = {}): void {
    this.drawArtifact(() => this.doc.moveTo(from, y).lineTo(to, y).lineWidth(0.6).stroke(RULE))
  }

  /** Draws lines from `top` down; returns their lower end. */
  drawLines(
    lines: readonly TextLine[],
    x: number,
    top: number,
    style: TextStyle,
    align: Align = 'left',
  ): number {
    const step = style.size * LINE_HEIGHT
    for (const [i, line] of lines.entries())
      this.painter.drawLine(line, x, top + i * step + step / 2 + style.size * 0.35, style, align)
    return top + lines.length * step
  }

  /** Draws text at `y` over the whole width, if needed on several pages, and moves `y` below it. */
  drawText(type: string, text: string, style: TextStyle, { indent = 0, after = 0 } = {}): void {
    const step = style.size * LINE_HEIGHT
    const lines = this.painter.breakLines(text, style, this.width - indent)
    const element = this.doc.struct(type)
    this.root.add(element)
    for (let drawnLines = 0; drawnLines < lines.length; ) {
      this.reserve(step)
      const fittingLines = Math.max(1, Math.floor((BOTTOM - this.y) / step))
      const part = lines.slice(drawnLines, drawnLines + fittingLines)
      element.add(() => {
        this.y = this.drawLines(part, this.left + indent, this.y, style)
      })
      drawnLines += part.length
    }
    element.end()
    this.y += after
  }

  /** Draws header and footer of every page, once the number of pages is known. */
  finish(): void {
    const { count } = this.doc.bufferedPageRange()
    for (let page = 0; page < count; page++) {
      this.doc.switchToPage(page)
      if (page > 0) this.drawArtifact(() => this.#drawHeader(), { type: 'Pagination' })
      this.drawArtifact(() => this.#drawFooter(page + 1, count), { type: 'Pagination' })
    }
    this.root.end()
  }

  #startNextPage(): void {
    this.doc.addPage()
    this.y = NEXT_TOP
    if (this.onNextPage) this.drawArtifact(this.onNextPage, { type: 'Pagination' })
  }

  #drawHeader(): void {
    drawLogo(this, this.left, 40, 18)
    const style: TextStyle = { size: 9, weight: 'regular', colour: MUTED }
    this.drawLines(this.painter.breakLines(this.title, style, this.width / 2), this.right, 43, style, 'right')
  }

  #drawFooter(page: number, pages: number): void {
    const style: TextStyle = { size: 8, weight: 'regular', colour: MUTED }
    const top = PAGE.height - 44
    this.doc
      .moveTo(this.left, top - 8)
      .lineTo(this.right, top - 8)
      .lineWidth(0.6)
      .stroke(RULE)
    const seller = this.painter.breakLines(this.invoice.seller.name, style, this.width / 3).slice(0, 1)
    this.drawLines(seller, this.left, top, style)
    const text = this.translate('invoice-pdf.page', { page, pages })
    const number = this.painter.breakLines(text, style, this.width / 3)
    this.drawLines(number, this.right, top, style, 'right')
    this.doc.fillColor(INK)
  }
}
