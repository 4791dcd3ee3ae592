import type { Sheet } from './sheet.ts'
import { STYLES } from './styles.ts'

/** The terms of payment, notes, and what the law demands of the seller. */
export function drawClosing(sheet: Sheet): void {
  const { payment, notes, seller } = sheet.invoice
  if (payment?.terms) {
    sheet.y += 8
    sheet.flow('P', payment.terms, STYLES.text)
  }
  if (notes.length > 0) {
    sheet.y += 12
    // A title is never the last line of a page.
    sheet.reserve(60)
    sheet.flow('H2', sheet.translate('invoice-pdf.notes'), STYLES.section, { after: 4 })
    for (const note of notes) sheet.flow('P', note, STYLES.text, { after: 6 })
  }
  if (seller.legalNotice) {
    sheet.y += 10
    sheet.flow('P', seller.legalNotice, STYLES.small)
  }
}
