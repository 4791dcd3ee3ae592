import { defineEvent } from '../../platform/events/events.ts'

/** The PDF of an invoice, a credit note or a collective invoice is ready. */
export const invoiceReady = defineEvent<{ accountId: string; invoiceId: string; number: string }>(
  'invoice.ready',
)
