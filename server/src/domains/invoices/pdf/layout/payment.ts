import { drawFactList, drawFacts, type Fact } from './facts.ts'
import type { Sheet } from './sheet.ts'
import { LINE_HEIGHT, STYLES } from './styles.ts'

/** Draws the payment details from `top` down in a separate column; returns their lower end. */
export function drawPaymentBeside(sheet: Sheet, top: number, width: number): number {
  const facts = listPaymentFacts(sheet)
  if (facts.length === 0) return top
  const { left, painter, translate } = sheet
  const title = painter.breakLines(translate('invoice-pdf.payment.title'), STYLES.section, width)
  sheet.add(sheet.root, 'H2', () => void sheet.drawLines(title, left, top + 3, STYLES.section))
  const factsTop = top + 3 + title.length * STYLES.section.size * LINE_HEIGHT + 4
  return drawFactList(sheet, facts, { left, top: factsTop, width })
}

/** Draws the payment details over the whole width. */
export function drawPayment(sheet: Sheet): void {
  const facts = listPaymentFacts(sheet)
  if (facts.length === 0) return
  sheet.y += 12
  sheet.reserve(60)
  sheet.drawText('H2', sheet.translate('invoice-pdf.payment.title'), STYLES.section, { after: 4 })
  drawFacts(sheet, facts)
}

function listPaymentFacts({ invoice: { payment }, translate }: Sheet): Fact[] {
  if (!payment) return []
  const { method, name, iban, bic, reference } = payment
  return [
    [translate('invoice-pdf.payment.method'), name ?? translate(`invoice-pdf.payment.${method}`)],
    [translate('invoice-pdf.payment.iban'), iban?.replace(/(.{4})(?=.)/g, '$1 ')],
    [translate('invoice-pdf.payment.bic'), bic],
    [translate('invoice-pdf.payment.reference'), reference],
  ]
}
