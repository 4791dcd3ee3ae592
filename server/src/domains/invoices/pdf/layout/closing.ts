import type { Sheet } from './sheet.ts'
import { STYLES } from './styles.ts'

/** Draws the terms of payment, the notes and the seller's legal notice. */
export function drawClosing(sheet: Sheet): void {
  const { payment, notes, seller } = sheet.invoice
  if (payment?.terms) {
    sheet.y += 8
    sheet.drawText('P', payment.terms, STYLES.text)
  }
  if (notes.length > 0) {
    sheet.y += 12
    // Avoids a title as the last line of a page.
    sheet.reserve(60)
    sheet.drawText('H2', sheet.translate('invoice-pdf.notes'), STYLES.section, { after: 4 })
    for (const note of notes) sheet.drawText('P', note, STYLES.text, { after: 6 })
  }
  if (seller.legalNotice) {
    sheet.y += 10
    sheet.drawText('P', seller.legalNotice, STYLES.small)
  }
}
