import type { HistoricalInvoice } from '#contract/invoices.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'

/** Returns the label of the document's kind; undefined for a plain invoice. */
export function kindLabel({ text }: Texts, { kind, corrects }: HistoricalInvoice): string | undefined {
  if (kind === 'collective') return text('invoices.collective')
  if (kind === 'credit-note') return text('invoices.credit-note', { numbers: corrects.join(', ') })
  return undefined
}
