import type { VendorTheme } from '#contract/brands.ts'
import type { TextPainter } from '../text/text-painter.ts'
import { INK } from './styles.ts'

/** The parts of a sheet that drawing a logo needs. */
interface LogoSheet {
  doc: PDFKit.PDFDocument
  painter: TextPainter
  theme: VendorTheme
}

/** Draws the vendor's mark as a tile of `size` with its wordmark, from the top left; returns the width. */
export function drawLogo({ doc, painter, theme }: LogoSheet, x: number, y: number, size: number): number {
  const { logo, favicon } = theme
  doc.roundedRect(x, y, size, size, (favicon.radius / 32) * size).fill(favicon.background)
  doc.save()
  // The drawing has a view box of 24 and fills 60 % of the tile, as in the favicon.
  doc.translate(x + size * 0.2, y + size * 0.2).scale((size * 0.6) / 24)
  doc.path(logo.d).lineWidth(logo.strokeWidth).lineCap('round').lineJoin('round').stroke(favicon.ink)
  doc.restore()
  const style = { size: size * 0.64, weight: 'semibold', colour: INK } as const
  const gap = size * 0.32
  for (const line of painter.breakLines(logo.wordmark, style, Number.POSITIVE_INFINITY))
    painter.drawLine(line, x + size + gap, y + size * 0.72, style)
  return size + gap + painter.measureWidth(logo.wordmark, style)
}
