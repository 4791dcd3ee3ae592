import { type HistoricalInvoice, PAYMENT_STATUSES } from '#contract/invoices.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'

/** Returns the label of the document's kind; undefined for a plain invoice. */
export function kindLabel({ text }: Texts, { kind, corrects }: HistoricalInvoice): string | undefined {
  if (kind === 'collective') return text('invoices.collective')
  if (kind === 'credit-note') return text('invoices.credit-note', { numbers: corrects.join(', ') })
  return undefined
}

/** Returns the label of the payment status; undefined while it is not known, or for a later status. */
export function paymentLabel({ text }: Texts, { paymentStatus }: HistoricalInvoice): string | undefined {
  const status = PAYMENT_STATUSES.find(each => each === paymentStatus)
  return status && text(`invoices.payment.${status}`)
}
