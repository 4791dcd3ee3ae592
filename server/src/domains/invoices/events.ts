import { defineEvent } from '../../platform/events/events.ts'

/** The PDF of an invoice, a credit note or a collective invoice can be read. */
export const invoiceReady = defineEvent<{ accountId: string; number: string }>('invoice.ready')
