import type { InvoiceDocument } from '#contract/invoice-document.ts'
import { drawFacts } from './facts.ts'
import { drawLogo } from './logo.ts'
import type { Sheet } from './sheet.ts'
import { STYLES } from './styles.ts'

const LOGO_SIZE = 30

/** Draws the brand's logo, the title, the dates and the references. */
export function drawHeading(sheet: Sheet): void {
  const { invoice, translate, theme, left, y } = sheet
  const bbox = [left, y, left + 220, y + LOGO_SIZE]
  sheet.add(sheet.root, 'Figure', () => drawLogo(sheet, left, y, LOGO_SIZE), { alt: theme.name, bbox })
  sheet.y = y + LOGO_SIZE + 28
  sheet.drawText('H1', translate(`invoice-pdf.title.${invoice.kind}`), STYLES.title, { after: 10 })
  drawFacts(sheet, listFacts(sheet))
  sheet.y += 10
}

function listFacts({ invoice, translate, formats }: Sheet) {
  const { buyer, delivery, period, corrects } = invoice
  return [
    [translate(NUMBER_LABELS[invoice.kind]), invoice.number],
    [translate('invoice-pdf.issue-date'), formats.date(invoice.issueDate)],
    [translate('invoice-pdf.due-date'), invoice.dueDate && formats.date(invoice.dueDate)],
    [translate('invoice-pdf.delivery-date'), delivery?.date && formats.date(delivery.date)],
    [translate('invoice-pdf.period'), period && formats.dates(period.from, period.to)],
    [translate('invoice-pdf.corrects'), formatNumbers(corrects)],
    [translate('invoice-pdf.orders', { count: invoice.orders.length }), formatOrders(invoice)],
    [translate('invoice-pdf.purchase-order'), buyer?.purchaseOrder],
    [translate('invoice-pdf.reference'), buyer?.reference],
  ] as const
}

const NUMBER_LABELS = {
  invoice: 'invoice-pdf.number',
  collective: 'invoice-pdf.number',
  'credit-note': 'invoice-pdf.credit-note-number',
  receipt: 'invoice-pdf.receipt-number',
} as const

const formatNumbers = (corrects: InvoiceDocument['corrects']) =>
  corrects.length > 0 ? corrects.map(({ number }) => number).join(', ') : undefined

/** More than three orders are shown as their number; the lines name each order. */
function formatOrders({ orders }: InvoiceDocument) {
  if (orders.length === 0) return undefined
  return orders.length <= 3 ? orders.join(', ') : String(orders.length)
}
